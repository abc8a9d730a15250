"""Packs what stands on standard input into one raw LZMA stream on standard output; demo/src/unpack.ts reads it."""
import lzma
import sys

FILTER = {
    "id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22, "lc": 3, "lp": 0, "pb": 2,
}
sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), format=lzma.FORMAT_RAW, filters=[FILTER]))
