import unittest
from datetime import date

from tides.station import find_port
from tides.table import format_height, format_hourly, format_turns


class Table(unittest.TestCase):
    def test_heights_line_up(self):
        self.assertEqual(format_height(3.417), "  3.42 m")
        self.assertEqual(format_height(-0.204), " -0.20 m")

    def test_hourly_has_a_line_for_each_hour(self):
        lines = format_hourly(find_port("ALD"), date(2024, 1, 15))
        self.assertEqual(len(lines), 2 + 24)
        self.assertTrue(lines[2].startswith("00:00"))

    def test_turns_of_a_day(self):
        lines = format_turns(find_port("ALD"), date(2024, 7, 1))
        self.assertIn(len(lines), (5, 6))


if __name__ == "__main__":
    unittest.main()
