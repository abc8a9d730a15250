import unittest
from datetime import date, datetime, timedelta, timezone

from tides.harmonics import height
from tides.station import find_port, read_ports
from tides.table import day_bounds, day_turns
from tides.turns import ranges, turns


class Turns(unittest.TestCase):
    def setUp(self):
        self.port = find_port("ALD")
        self.start = datetime(2024, 3, 1, tzinfo=timezone.utc)

    def test_high_and_low_alternate(self):
        kinds = [t.kind for t in turns(self.port, self.start, self.start + timedelta(days=10))]
        for a, b in zip(kinds, kinds[1:]):
            self.assertNotEqual(a, b)

    def test_high_is_higher_than_its_surroundings(self):
        for turn in turns(self.port, self.start, self.start + timedelta(days=2)):
            around = height(self.port, turn.moment + timedelta(minutes=15))
            if turn.kind == "high":
                self.assertGreater(turn.height, around)
            else:
                self.assertLess(turn.height, around)

    def test_no_turn_lies_outside_of_its_day(self):
        for port in read_ports().values():
            for n in range(40):
                day = date(2024, 1, 1) + timedelta(days=n)
                start, end = day_bounds(port, day)
                for turn in day_turns(port, day):
                    self.assertTrue(start <= turn.moment < end, f"{port.code} {day} {turn.moment}")

    def test_ranges(self):
        found = turns(self.port, self.start, self.start + timedelta(days=1))
        self.assertEqual(len(ranges(found)), len(found) - 1)


if __name__ == "__main__":
    unittest.main()
