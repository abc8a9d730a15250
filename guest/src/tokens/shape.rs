//! The price list behind `estimate`: a machine over bytes whose every step has a price.
//!
//! The o200k vocabulary first splits a text (words with the character before them, three digits at a time, runs of
//! punctuation, runs of blanks) and then looks each piece up. So the price of a byte depends on its class and on the
//! run that it continues, and that is all this machine knows. A run of letters and digits that changes its kind too
//! often is random text (hex, base64), where letters are dear. A line feed ends every run, so the prices of lines
//! add up to the price of the text.
//!
//! Prices are thousandths of a token. They were fitted by least squares of the relative error, pulled towards round
//! first guesses, on source code, logs, prose in fifteen languages and agent sessions; a zero is a fitted zero. The
//! machine is written out as a function and tabulated by the compiler.

/// Classes of bytes.
const CONTINUATION: usize = 0;
const LOWER: usize = 1;
const UPPER: usize = 2;
const DIGIT: usize = 3;
const SPACE: usize = 4;
const LINE_FEED: usize = 5;
const CONTROL: usize = 6;
const BACKSLASH: usize = 7;
/// Seven classes of punctuation, in the order of the price rows below.
const PUNCTUATION: usize = 8;
const JOINER: usize = PUNCTUATION + 1;
const OPENING: usize = PUNCTUATION + 4;
const CLOSING: usize = PUNCTUATION + 5;
const OTHER: usize = PUNCTUATION + 6;
const ACCENTED: usize = 15;
const CYRILLIC: usize = 16;
const RIGHT_TO_LEFT: usize = 17;
const INDIC: usize = 18;
const SYMBOL: usize = 19;
/// Five classes of wide characters: kana, Han, Hangul, fullwidth forms, emoji.
const WIDE: usize = 20;

/// Class of a byte; of a longer character its first byte counts.
const fn class(byte: u8) -> usize {
    match byte {
        b'a'..=b'z' => LOWER,
        b'A'..=b'Z' => UPPER,
        b'0'..=b'9' => DIGIT,
        b' ' => SPACE,
        b'\n' | b'\r' => LINE_FEED,
        b'\\' => BACKSLASH,
        b'.' | b',' => PUNCTUATION,
        b'_' | b'-' | b'/' => JOINER,
        b':' | b'=' | b';' => PUNCTUATION + 2,
        b'"' | b'\'' | b'`' => PUNCTUATION + 3,
        b'(' | b'[' | b'{' | b'<' => OPENING,
        b')' | b']' | b'}' | b'>' => CLOSING,
        0x21..=0x7e => OTHER,
        0..=0x1f | 0x7f => CONTROL,
        0x80..=0xbf => CONTINUATION,
        0xc0..=0xcd => ACCENTED,
        0xce..=0xd3 => CYRILLIC,
        0xd4..=0xdf => RIGHT_TO_LEFT,
        0xe0..=0xe1 => INDIC,
        0xe2 => SYMBOL,
        0xe3 => WIDE,
        0xe4..=0xe9 => WIDE + 1,
        0xea..=0xed => WIDE + 2,
        0xee..=0xef => WIDE + 3,
        0xf0..=0xff => WIDE + 4,
    }
}

/// States: the run so far. A run's n-th element has the state `FIRST + n - 1`, the last of them repeats.
const START: usize = 0;
const ONE_SPACE: usize = 1;
const SPACES: usize = 2;
const TABS: usize = 3;
const ESCAPE: usize = 4;
/// After the letter of an escape, such as the `n` of `\n`.
const ESCAPED: usize = 5;
/// One mark, the same twice, the same again; one state for each class.
const MARK: usize = 6;
const TWIN: usize = 13;
const RULE: usize = 20;
/// Two or more unlike marks.
const MARKS: usize = 27;
/// Orderly words: 12 states for lower case (capitals before it count), 6 for capitals, 3 for digits.
const LETTERS: usize = 29;
const CAPITALS: usize = 41;
const DIGITS: usize = 47;
/// The same with 4, 4 and 3 states for runs that look random, and again for those that surely are.
const RANDOM: usize = 50;
const RANDOM_STATES: usize = 11;
/// A `+`, `/` or the like inside a random run.
const RANDOM_MARK: usize = 72;
const CYRILLIC_LETTERS: usize = 73;
const RIGHT_TO_LEFT_LETTERS: usize = 81;
const INDIC_LETTERS: usize = 85;
const SYMBOLS: usize = 87;
const WIDE_LETTERS: usize = 89;
const STATES: usize = 94;

/// First element of a word after: a line start, a space, spaces, a mark, marks, digits, an escape, anything else.
const FIRST_LOWER: [u16; 8] = [1010, 524, 379, 515, 924, 900, 754, 181];
const FIRST_UPPER: [u16; 8] = [1143, 685, 464, 709, 815, 900, 1225, 897];
const FIRST_DIGIT: [u16; 8] = [1007, 1711, 1696, 1170, 961, 1000, 1058, 1120];
/// Second to 13th lower letter.
const NEXT_LOWER: [u16; 12] = [0, 119, 0, 0, 152, 0, 161, 191, 319, 385, 375, 328];
/// Second to seventh capital.
const NEXT_UPPER: [u16; 6] = [102, 82, 63, 135, 223, 447];
/// Lower letter after one capital, after more.
const UPPER_TO_LOWER: [u16; 2] = [30, 36];
/// Capital after a long lower run, after one of one or two letters.
const LOWER_TO_UPPER: [u16; 2] = [684, 1014];
/// Second, third and fourth digit.
const NEXT_DIGIT: [u16; 3] = [25, 0, 940];

/// Prices in a run that looks random.
struct RandomPrices {
    digit_to_lower: u16,
    upper_to_lower: u16,
    digit_to_upper: u16,
    lower_to_upper: u16,
    to_digit: u16,
    next_lower: [u16; 4],
    next_upper: [u16; 3],
    next_digit: [u16; 3],
}

/// Looks random; surely is.
const RANDOM_PRICES: [RandomPrices; 2] = [
    RandomPrices {
        digit_to_lower: 874,
        upper_to_lower: 182,
        digit_to_upper: 701,
        lower_to_upper: 604,
        to_digit: 500,
        next_lower: [128, 122, 111, 172],
        next_upper: [207, 303, 503],
        next_digit: [300, 150, 900],
    },
    RandomPrices {
        digit_to_lower: 686,
        upper_to_lower: 376,
        digit_to_upper: 1352,
        lower_to_upper: 921,
        to_digit: 1161,
        next_lower: [217, 658, 537, 421],
        next_upper: [213, 135, 535],
        next_digit: [145, 27, 814],
    },
];
const RANDOM_MARK_PRICE: u16 = 494;

/// Marks by class `.,` `_-/` `:=;` `"'` opening, closing, others.
const MARK_AFTER_WORD: [u16; 7] = [693, 843, 675, 889, 639, 952, 861];
const MARK_AFTER_BLANK: [u16; 7] = [733, 788, 749, 876, 716, 485, 669];
const SECOND_MARK: [u16; 7] = [366, 546, 6, 40, 184, 94, 306];
const THIRD_MARK: [u16; 7] = [152, 62, 285, 143, 359, 372, 254];
/// The same mark a second, third and fourth time.
const REPEATED_MARK: [u16; 3] = [70, 201, 0];
/// Backslash after a word, a blank, a mark, a backslash.
const BACKSLASH_PRICE: [u16; 4] = [566, 1077, 759, 646];
const ESCAPED_LETTER: u16 = 443;
/// Line feed after a line feed, a word, a mark, marks, blanks.
const LINE_FEED_PRICE: [u16; 5] = [299, 1246, 278, 196, 245];
/// Space at a line start, after a word, after a mark; the second one, the later ones.
const SPACE_PRICE: [u16; 5] = [55, 248, 391, 1113, 0];
/// Space after a word of one letter, which is one token.
const SPACE_AFTER_LETTER: u16 = 476;
/// Tab or control after something else, after the same or at a line start.
const CONTROL_PRICE: [u16; 2] = [894, 265];
/// Accented letter inside a word, at its start.
const ACCENTED_PRICE: [u16; 2] = [971, 403];
const CYRILLIC_PRICE: [u16; 8] = [641, 254, 69, 48, 62, 87, 223, 325];
const RIGHT_TO_LEFT_PRICE: [u16; 4] = [758, 370, 392, 109];
const INDIC_PRICE: [u16; 2] = [700, 399];
const SYMBOL_PRICE: [u16; 2] = [1341, 168];
const FIRST_WIDE: [u16; 5] = [744, 702, 1107, 864, 1623];
const NEXT_WIDE: [u16; 5] = [700, 751, 399, 449, 1857];

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// Column of the price rows for the first element of a word.
const fn before(state: usize) -> usize {
    match state {
        START => 0,
        ONE_SPACE => 1,
        SPACES | TABS => 2,
        MARK..TWIN => 3,
        TWIN..LETTERS => 4,
        DIGITS..RANDOM => 5,
        ESCAPE | ESCAPED => 6,
        RANDOM_MARK => 3,
        _ => 7,
    }
}

/// What a state of letters or digits stands for.
#[derive(Clone, Copy)]
enum Word {
    Lower(usize),
    Upper(usize),
    Digit(usize),
    None,
}

/// How random the run of a state is (0 to 2), and its newest piece with its length.
const fn word(state: usize) -> (usize, Word) {
    match state {
        LETTERS..CAPITALS => (0, Word::Lower(state - LETTERS + 1)),
        CAPITALS..DIGITS => (0, Word::Upper(state - CAPITALS + 1)),
        DIGITS..RANDOM => (0, Word::Digit(state - DIGITS + 1)),
        RANDOM..RANDOM_MARK => {
            let (random, at) = (1 + (state - RANDOM) / RANDOM_STATES, (state - RANDOM) % RANDOM_STATES);
            match at {
                0..4 => (random, Word::Lower(at + 1)),
                4..8 => (random, Word::Upper(at - 3)),
                _ => (random, Word::Digit(at - 7)),
            }
        }
        _ => (0, Word::None),
    }
}

/// The state of a word.
const fn state(random: usize, word: Word) -> usize {
    let base = RANDOM + RANDOM_STATES * random.saturating_sub(1);
    match word {
        Word::Lower(n) if random == 0 => LETTERS + min(n, 12) - 1,
        Word::Upper(n) if random == 0 => CAPITALS + min(n, 6) - 1,
        Word::Digit(n) if random == 0 => DIGITS + n - 1,
        Word::Lower(n) => base + min(n, 4) - 1,
        Word::Upper(n) => base + 4 + min(n, 4) - 1,
        Word::Digit(n) => base + 8 + n - 1,
        Word::None => START,
    }
}

/// The next state after a letter or digit, and its price.
const fn word_step(from: usize, class: usize) -> (usize, u16) {
    let (random, piece) = if from == RANDOM_MARK { (2, Word::Digit(1)) } else { word(from) };
    // A change of kind that words seldom make.
    let odd = min(random + 1, 2);
    let prices = &RANDOM_PRICES[random.saturating_sub(1)];
    let odd_prices = &RANDOM_PRICES[odd - 1];
    match (class, piece) {
        (LOWER, Word::Lower(n)) if random == 0 => (state(0, Word::Lower(n + 1)), NEXT_LOWER[n - 1]),
        // A long stretch of letters: a word after all.
        (LOWER, Word::Lower(4)) if random == 1 => (state(0, Word::Lower(5)), prices.next_lower[3]),
        (LOWER, Word::Lower(n)) => (state(random, Word::Lower(n + 1)), prices.next_lower[n - 1]),
        (LOWER, Word::Upper(n)) if random == 0 => (state(0, Word::Lower(2)), UPPER_TO_LOWER[min(n, 2) - 1]),
        (LOWER, Word::Upper(_)) => (state(random, Word::Lower(2)), prices.upper_to_lower),
        (LOWER, Word::Digit(_)) => (state(odd, Word::Lower(1)), odd_prices.digit_to_lower),
        (LOWER, Word::None) => (LETTERS, FIRST_LOWER[before(from)]),
        (UPPER, Word::Lower(n)) if n > 2 && random == 0 => (CAPITALS, LOWER_TO_UPPER[0]),
        (UPPER, Word::Lower(n)) if n > 2 => (state(random, Word::Upper(1)), prices.lower_to_upper),
        (UPPER, Word::Lower(_)) if random == 0 => (state(1, Word::Upper(1)), LOWER_TO_UPPER[1]),
        (UPPER, Word::Lower(_)) => (state(odd, Word::Upper(1)), odd_prices.lower_to_upper),
        (UPPER, Word::Upper(n)) if random == 0 => (state(0, Word::Upper(n + 1)), NEXT_UPPER[n - 1]),
        (UPPER, Word::Upper(n)) => (state(random, Word::Upper(n + 1)), prices.next_upper[min(n, 3) - 1]),
        (UPPER, Word::Digit(_)) => (state(odd, Word::Upper(1)), odd_prices.digit_to_upper),
        (UPPER, Word::None) => (CAPITALS, FIRST_UPPER[before(from)]),
        (_, Word::Lower(_) | Word::Upper(_)) if random == 0 => (DIGITS, FIRST_DIGIT[7]),
        (_, Word::Lower(_) | Word::Upper(_)) => (state(2, Word::Digit(1)), RANDOM_PRICES[1].to_digit),
        (_, Word::Digit(_)) if from == RANDOM_MARK => (state(2, Word::Digit(1)), RANDOM_PRICES[1].to_digit),
        (_, Word::Digit(n)) if random == 0 => (state(0, Word::Digit(n % 3 + 1)), NEXT_DIGIT[n - 1]),
        (_, Word::Digit(n)) => (state(random, Word::Digit(n % 3 + 1)), prices.next_digit[n - 1]),
        (_, Word::None) => (DIGITS, FIRST_DIGIT[before(from)]),
    }
}

/// The next state after a mark, and its price.
const fn mark_step(from: usize, class: usize) -> (usize, u16) {
    let mark = class - PUNCTUATION;
    if word(from).0 == 2 && (class == JOINER || class == OTHER) {
        return (RANDOM_MARK, RANDOM_MARK_PRICE);
    }
    let bracket = class == OPENING || class == CLOSING;
    match from {
        START | ONE_SPACE | SPACES | TABS => (MARK + mark, MARK_AFTER_BLANK[mark]),
        MARK..TWIN if from == MARK + mark && !bracket => (TWIN + mark, REPEATED_MARK[0]),
        MARK..TWIN | ESCAPE | RANDOM_MARK => (MARKS, SECOND_MARK[mark]),
        TWIN..RULE if from == TWIN + mark => (RULE + mark, REPEATED_MARK[1]),
        RULE..MARKS if from == RULE + mark => (from, REPEATED_MARK[2]),
        TWIN..LETTERS => (MARKS + 1, THIRD_MARK[mark]),
        _ => (MARK + mark, MARK_AFTER_WORD[mark]),
    }
}

/// The next state after a character of a run of one script, and its price.
const fn run_step(from: usize, first: usize, prices: &[u16]) -> (usize, u16) {
    let inside = from >= first && from < first + prices.len();
    let n = if inside { min(from - first + 1, prices.len() - 1) } else { 0 };
    (first + n, prices[n])
}

/// The next state and the price of the byte.
const fn step(from: usize, class: usize) -> (usize, u16) {
    match class {
        CONTINUATION => (from, 0),
        LOWER | UPPER if from == ESCAPE => (ESCAPED, ESCAPED_LETTER),
        LOWER | UPPER | DIGIT => word_step(from, class),
        SPACE => match from {
            START => (ONE_SPACE, SPACE_PRICE[0]),
            ONE_SPACE => (SPACES, SPACE_PRICE[3]),
            SPACES => (SPACES, SPACE_PRICE[4]),
            ESCAPE | MARK..LETTERS | RANDOM_MARK => (ONE_SPACE, SPACE_PRICE[2]),
            LETTERS => (ONE_SPACE, SPACE_AFTER_LETTER),
            _ => (ONE_SPACE, SPACE_PRICE[1]),
        },
        LINE_FEED => match from {
            START => (START, LINE_FEED_PRICE[0]),
            ONE_SPACE | SPACES | TABS => (START, LINE_FEED_PRICE[4]),
            ESCAPE | MARK..TWIN | RANDOM_MARK => (START, LINE_FEED_PRICE[2]),
            TWIN..LETTERS => (START, LINE_FEED_PRICE[3]),
            _ => (START, LINE_FEED_PRICE[1]),
        },
        CONTROL if from == TABS || from == START => (TABS, CONTROL_PRICE[1]),
        CONTROL => (TABS, CONTROL_PRICE[0]),
        BACKSLASH => match from {
            ESCAPE => (ESCAPE, BACKSLASH_PRICE[3]),
            START | ONE_SPACE | SPACES | TABS => (ESCAPE, BACKSLASH_PRICE[1]),
            MARK..LETTERS | RANDOM_MARK => (ESCAPE, BACKSLASH_PRICE[2]),
            _ => (ESCAPE, BACKSLASH_PRICE[0]),
        },
        PUNCTUATION..=OTHER => mark_step(from, class),
        ACCENTED => match word(from).1 {
            Word::Lower(n) => (state(0, Word::Lower(n + 2)), ACCENTED_PRICE[0]),
            Word::Upper(_) => (state(0, Word::Lower(3)), ACCENTED_PRICE[0]),
            _ => (state(0, Word::Lower(2)), ACCENTED_PRICE[1]),
        },
        CYRILLIC => run_step(from, CYRILLIC_LETTERS, &CYRILLIC_PRICE),
        RIGHT_TO_LEFT => run_step(from, RIGHT_TO_LEFT_LETTERS, &RIGHT_TO_LEFT_PRICE),
        INDIC => run_step(from, INDIC_LETTERS, &INDIC_PRICE),
        SYMBOL => run_step(from, SYMBOLS, &SYMBOL_PRICE),
        _ => {
            let wide = class - WIDE;
            let again = from == WIDE_LETTERS + wide;
            (WIDE_LETTERS + wide, if again { NEXT_WIDE[wide] } else { FIRST_WIDE[wide] })
        }
    }
}

/// Room for states and classes, so that a mask keeps every index inside.
const STATE_ROOM: usize = 128;
const CLASS_ROOM: usize = 32;
const TABLE_LEN: usize = STATE_ROOM * CLASS_ROOM;
const ROW_MASK: u32 = (TABLE_LEN - CLASS_ROOM) as u32;

static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8) as u8;
        byte += 1;
    }
    table
};

/// For each state and class the row of the next state, and the price in the upper half.
static STEP: [u32; TABLE_LEN] = {
    let mut table = [0; TABLE_LEN];
    let mut from = 0;
    while from < STATES {
        let mut class = 0;
        while class < WIDE + 5 {
            let (next, price) = step(from, class);
            table[from * CLASS_ROOM + class] = (price as u32) << 16 | (next * CLASS_ROOM) as u32;
            class += 1;
        }
        from += 1;
    }
    table
};

/// A walk over bytes: the last table entry, whose row is the state.
#[derive(Clone, Copy, Default)]
struct Walk(u32);

impl Walk {
    /// One byte on; gives its price.
    #[inline(always)]
    fn read(&mut self, byte: u8) -> u32 {
        let class = usize::from(CLASS[usize::from(byte)]) & (CLASS_ROOM - 1);
        self.0 = STEP[(self.0 & ROW_MASK) as usize | class];
        self.0 >> 16
    }

    /// All of these bytes on; gives the sum of their prices.
    fn read_all(&mut self, bytes: &[u8]) -> u64 {
        bytes.iter().fold(0, |sum, &byte| sum + u64::from(self.read(byte)))
    }

    /// A walk that knows what comes before it and has not paid for it.
    fn after(bytes: &[u8]) -> Walk {
        let mut walk = Walk::default();
        walk.read_all(bytes);
        walk
    }
}

/// Shorter texts are walked in one go.
const WORTH_SPLITTING: usize = 512;
/// So many bytes before a quarter tell its first state: every blank or line feed in them forgets the rest.
const LEAD: usize = 32;

/// Thousandths of a token, for bytes that follow a line feed or nothing.
///
/// Each step waits for the one before it, so a long text is walked as four quarters side by side.
pub(super) fn price(bytes: &[u8]) -> u64 {
    let mut last = Walk::default();
    let mut sum = 0;
    let mut rest = bytes;
    if bytes.len() >= WORTH_SPLITTING {
        let quarter = bytes.len() / 4;
        let (a, tail) = bytes.split_at(quarter);
        let (b, tail) = tail.split_at(quarter);
        let (c, tail) = tail.split_at(quarter);
        let (d, tail) = tail.split_at(quarter);
        let lead = |part: &[u8]| Walk::after(&part[part.len() - LEAD..]);
        let mut walks = [Walk::default(), lead(a), lead(b), lead(c)];
        for (((&a, &b), &c), &d) in a.iter().zip(b).zip(c).zip(d) {
            let prices = walks[0].read(a) + walks[1].read(b) + walks[2].read(c) + walks[3].read(d);
            sum += u64::from(prices);
        }
        (last, rest) = (walks[3], tail);
    }
    sum + last.read_all(rest)
}
