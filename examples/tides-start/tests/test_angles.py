import unittest

from tides import angles


class Angles(unittest.TestCase):
    def test_wrap(self):
        self.assertEqual(angles.wrap(370.0), 10.0)
        self.assertEqual(angles.wrap(-10.0), 350.0)

    def test_wrap_signed(self):
        self.assertEqual(angles.wrap_signed(190.0), -170.0)
        self.assertEqual(angles.wrap_signed(-180.0), -180.0)

    def test_mean_crosses_north(self):
        self.assertAlmostEqual(angles.mean([350.0, 10.0]) % 360.0, 0.0, places=6)

    def test_mean_of_opposites(self):
        with self.assertRaises(ValueError):
            angles.mean([0.0, 180.0])

    def test_parse(self):
        self.assertAlmostEqual(angles.parse("12d30m"), 12.5)
        self.assertAlmostEqual(angles.parse("-3d15m"), -3.25)
        self.assertAlmostEqual(angles.parse("-0d30m"), -0.5)
        self.assertAlmostEqual(angles.parse("41.5"), 41.5)


if __name__ == "__main__":
    unittest.main()
