import unittest
from datetime import date

from tides.station import UnknownPort, find_port, in_summer, last_sunday, read_ports


class Station(unittest.TestCase):
    def test_all_ports_have_the_main_lunar_tide(self):
        for port in read_ports().values():
            self.assertGreater(port.amplitude("M2"), 0.0, port.code)

    def test_last_sunday(self):
        self.assertEqual(last_sunday(2024, 3), date(2024, 3, 31))
        self.assertEqual(last_sunday(2024, 10), date(2024, 10, 27))

    def test_summer_starts_and_ends(self):
        self.assertFalse(in_summer(date(2024, 3, 30)))
        self.assertTrue(in_summer(date(2024, 3, 31)))
        self.assertFalse(in_summer(date(2024, 10, 27)))

    def test_summer_time_is_ahead(self):
        port = find_port("ALD")
        self.assertEqual(port.offset_on(date(2024, 1, 15)), 0)
        self.assertEqual(port.offset_on(date(2024, 7, 1)), 60)

    def test_unknown_port_names_neighbours(self):
        with self.assertRaises(UnknownPort) as caught:
            find_port("AXX")
        self.assertIn("ALD", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
