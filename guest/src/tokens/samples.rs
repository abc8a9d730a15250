//! Texts of the kinds that agents read, for the tests of the estimate: made here, the same in every run.
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Samples of each kind, so that a fit to one of them would show.
pub(super) const SAMPLES: u64 = 4;

/// A kind of text and the maker of its samples.
pub(super) type Kind = (&'static str, fn(&mut Dice) -> String);

pub(super) const KINDS: [Kind; 22] = [
    ("English prose", |d| prose(d, &ENGLISH, " ")),
    ("Python", python),
    ("Rust", rust),
    ("test run", test_run),
    ("test dots", test_dots),
    ("log", log),
    ("grep as JSON", grep_json),
    ("Python in JSON", |d| envelope(&python(d))),
    ("Rust in JSON", |d| envelope(&rust(d))),
    ("prose in JSON", |d| envelope(&prose(d, &ENGLISH, "\n"))),
    ("hex digests", hex_digests),
    ("hex, one line", |d| hex(d, 1_500)),
    ("base64, one line", |d| base64(&bytes(d, 1_800))),
    ("base64 of text", |d| base64(python(d).as_bytes())),
    ("base64, 76 columns", |d| wrapped(&base64(&bytes(d, 1_800)), 76)),
    ("Chinese", |d| prose(d, &CHINESE, "")),
    ("Japanese", |d| prose(d, &JAPANESE, "")),
    ("Korean", |d| prose(d, &KOREAN, " ")),
    ("Russian", |d| prose(d, &RUSSIAN, " ")),
    ("emoji", emoji),
    ("emoji in text", emoji_in_text),
    ("minified JS", minified),
];

/// A small generator of numbers (SplitMix64).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Pieces until the text has 2,500 bytes.
fn fill(mut piece: impl FnMut(usize) -> String) -> String {
    let mut text = String::new();
    let mut n = 0;
    while text.len() < 2_500 {
        text.push_str(&piece(n));
        n += 1;
    }
    text
}

/// Sentences in shuffled order, paragraphs of four.
fn prose(dice: &mut Dice, sentences: &[&str], between: &str) -> String {
    let mut left: Vec<&str> = Vec::new();
    fill(|n| {
        if left.is_empty() {
            left = sentences.to_vec();
        }
        let sentence = left.swap_remove(dice.below(left.len() as u64) as usize);
        format!("{sentence}{}", if n % 4 == 3 { "\n\n" } else { between })
    })
}

const ENGLISH: [&str; 24] = [
    "The harbour was quiet when we arrived, apart from two boys fishing off the end of the pier.",
    "Please do not merge the branch before the migration has run on staging, because it locks the orders table.",
    "I think we should keep the old endpoint for another month and log who still calls it.",
    "Nobody had told the gardener that the roses were meant to stay.",
    "It's a small change, but it touches every customer who pays by invoice.",
    "After lunch they walked up to the ridge and watched the clouds roll in from the west.",
    "The cache is keyed by tenant and locale; an entry lives for ten minutes unless somebody edits the page.",
    "Could you look at why the nightly build takes forty minutes since last week?",
    "She counted the coins twice, sighed, and put them back into the tin.",
    "We already tried restarting the worker, and it didn't help.",
    "In my experience the simplest explanation is usually the right one, although it is rarely the first one we reach for.",
    "The report lists three causes: a full disk, a missing index and a clock that was five minutes slow.",
    "Bread needs time more than it needs skill, my grandmother used to say.",
    "Make sure that the error message names the file, otherwise people will open another ticket.",
    "The committee postponed its decision until the spring, when new figures would be available.",
    "If the upload fails halfway, the client should resume from the last confirmed chunk instead of starting again.",
    "His handwriting leaned to the left, as though it were walking into the wind.",
    "Our users mostly work on slow connections, so every kilobyte of the landing page matters.",
    "Winter came early that year and stayed until the middle of April.",
    "I'd rather have one clear function of forty lines than eight helpers nobody can name.",
    "You can find the keys under the blue flowerpot next to the kitchen door.",
    "Retrying without a delay made the outage worse, since all clients came back at the same moment.",
    "The old railway line has been turned into a cycle path that follows the river for thirty miles.",
    "Let's write down what we know, what we assume, and what we have not checked yet.",
];

const CHINESE: [&str; 18] = [
    "请先在测试环境里运行一遍迁移脚本,确认没有问题之后再合并到主分支。",
    "昨天晚上服务器的磁盘满了,日志写不进去,所以订单接口一直返回错误。",
    "我觉得这个函数太长了,最好拆成两个,一个负责读取配置,另一个负责检查参数。",
    "春天来了,公园里的樱花都开了,许多人带着孩子来散步、拍照。",
    "用户反馈说登录页面在手机上打开很慢,我们需要减少图片的大小。",
    "他每天早上六点起床,先喝一杯热水,然后沿着河边跑五公里。",
    "如果缓存里没有找到数据,就从数据库读取,并把结果保存十分钟。",
    "不要修改配置文件,也不要删除任何人的分支,有疑问先来问我。",
    "这家小店的老板娘做的牛肉面非常好吃,周末总是要排很长的队。",
    "测试一共有三百二十个,其中两个失败,原因是时区设置不正确。",
    "历史上这座城市曾经是重要的贸易中心,商人们从这里出发前往西域。",
    "新版本支持多种语言,翻译由社区的志愿者完成,质量还需要检查。",
    "下雨天我喜欢待在家里看书,听着窗外的雨声,心里特别平静。",
    "这个错误只在并发很高的时候出现,单独运行的时候看不到。",
    "我们计划下个月发布第一个公开版本,在那之前要写完文档。",
    "科学家发现,这种植物能够在极端干旱的环境中存活好几年。",
    "为什么每次部署之后都要手动清理缓存?能不能写一个自动的任务?",
    "会议改到周四下午三点,地点还是二楼的小会议室,请大家准时参加。",
];

const JAPANESE: [&str; 18] = [
    "まずテスト環境でマイグレーションを実行して、問題がなければメインブランチにマージしてください。",
    "昨日の夜、サーバーのディスクがいっぱいになって、注文のAPIがエラーを返していました。",
    "この関数は長すぎるので、設定を読む部分と引数を確認する部分に分けたほうがいいと思います。",
    "春になると、川沿いの桜が一斉に咲いて、たくさんの人が写真を撮りに来ます。",
    "ログイン画面の表示が遅いという報告がありました。画像のサイズを小さくする必要があります。",
    "祖母は毎朝五時に起きて、庭の花に水をやるのを楽しみにしていた。",
    "キャッシュにデータがない場合は、データベースから読み込み、十分間保存します。",
    "設定ファイルは変更しないでください。わからないことがあれば、先に質問してください。",
    "駅前の小さな食堂は、昼になるといつも長い行列ができる。",
    "テストは三百二十件あり、そのうち二件が失敗しました。原因はタイムゾーンの設定です。",
    "この町は昔、港として栄え、遠くの国から商人が集まっていたそうです。",
    "新しいバージョンでは複数の言語に対応していますが、翻訳の確認がまだ終わっていません。",
    "雨の日は家で本を読みながら、静かな音楽を聴くのが好きです。",
    "このエラーは同時にアクセスが多いときだけ発生し、単独では再現できません。",
    "来月の初めに最初の公開版を出す予定なので、それまでにドキュメントを書き終えます。",
    "研究者によると、この植物はとても乾燥した場所でも何年も生きられるという。",
    "デプロイのたびに手動でキャッシュを消すのは面倒なので、自動化できませんか。",
    "会議は木曜日の午後三時に変更になりました。場所は二階の小さい会議室のままです。",
];

const KOREAN: [&str; 18] = [
    "먼저 테스트 환경에서 마이그레이션을 실행하고 문제가 없으면 메인 브랜치에 병합해 주세요.",
    "어젯밤에 서버 디스크가 가득 차서 주문 API가 계속 오류를 반환했습니다.",
    "이 함수는 너무 길어서 설정을 읽는 부분과 인자를 확인하는 부분으로 나누는 것이 좋겠습니다.",
    "봄이 되면 강가의 벚꽃이 한꺼번에 피어서 많은 사람들이 사진을 찍으러 옵니다.",
    "로그인 화면이 느리다는 보고가 있었습니다. 이미지 크기를 줄여야 합니다.",
    "할머니는 매일 아침 다섯 시에 일어나 마당의 꽃에 물을 주셨다.",
    "캐시에 데이터가 없으면 데이터베이스에서 읽어 와서 십 분 동안 저장합니다.",
    "설정 파일은 수정하지 말고, 모르는 것이 있으면 먼저 물어보세요.",
    "역 앞의 작은 식당은 점심시간이 되면 언제나 긴 줄이 생긴다.",
    "테스트는 모두 삼백이십 개이고 그중 두 개가 실패했습니다. 원인은 시간대 설정입니다.",
    "이 도시는 옛날에 항구로 번성하여 먼 나라의 상인들이 모여들었다고 한다.",
    "새 버전은 여러 언어를 지원하지만 번역 확인이 아직 끝나지 않았습니다.",
    "비 오는 날에는 집에서 책을 읽으며 조용한 음악을 듣는 것을 좋아합니다.",
    "이 오류는 동시에 접속이 많을 때만 발생하고 혼자서는 재현되지 않습니다.",
    "다음 달 초에 첫 공개 버전을 낼 예정이므로 그때까지 문서를 다 써야 합니다.",
    "연구자들에 따르면 이 식물은 매우 건조한 곳에서도 몇 년 동안 살 수 있다.",
    "배포할 때마다 손으로 캐시를 지우는 것은 번거로운데 자동으로 할 수 없을까요?",
    "회의는 목요일 오후 세 시로 바뀌었습니다. 장소는 이 층의 작은 회의실 그대로입니다.",
];

const RUSSIAN: [&str; 18] = [
    "Сначала запустите миграцию на тестовом стенде, и если всё в порядке, вливайте ветку в основную.",
    "Вчера ночью на сервере закончилось место, и поэтому заказы не сохранялись.",
    "Эта функция слишком длинная, лучше разделить её на две: одна читает настройки, другая проверяет аргументы.",
    "Весной вдоль реки цветут вишни, и люди приходят сюда гулять с детьми.",
    "Пользователи жалуются, что страница входа открывается медленно; нужно уменьшить картинки.",
    "Бабушка вставала в пять утра и первым делом поливала цветы во дворе.",
    "Если в кэше нет данных, мы читаем их из базы и сохраняем на десять минут.",
    "Не меняйте файл настроек и не удаляйте чужие ветки, сначала спросите меня.",
    "Маленькая столовая у вокзала всегда полна народу, особенно в обед.",
    "Всего триста двадцать тестов, два из них падают из-за неверного часового пояса.",
    "Когда-то этот город был важным портом, куда приезжали купцы из далёких стран.",
    "Новая версия поддерживает несколько языков, но перевод ещё не проверен.",
    "В дождливые дни я люблю сидеть дома, читать книгу и слушать тихую музыку.",
    "Ошибка появляется только при большой нагрузке, отдельно её не воспроизвести.",
    "Первую открытую версию мы собираемся выпустить в начале следующего месяца.",
    "Учёные выяснили, что это растение может годами жить без воды.",
    "Почему после каждого развёртывания приходится вручную чистить кэш?",
    "Совещание перенесли на четверг, на три часа дня, место прежнее.",
];

const NOUNS: [&str; 24] = [
    "order", "cart", "user", "invoice", "session", "cache", "token", "parser", "worker", "queue", "report", "config",
    "payment", "index", "buffer", "client", "handler", "record", "schema", "region", "vendor", "batch", "policy",
    "window",
];
const VERBS: [&str; 12] =
    ["load", "save", "merge", "parse", "flush", "render", "update", "fetch", "check", "count", "split", "resolve"];

fn python(dice: &mut Dice) -> String {
    fill(|n| {
        let (a, b, verb, c) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS), dice.below(500));
        match n % 4 {
            0 => format!(
                "def {verb}_{a}({b}s, *, limit={c}, strict=False):\n    \"\"\"Return the {a} for every {b} that is still open.\"\"\"\n    found = []\n    for {b} in {b}s:\n        if {b}.{a}_id is None and not strict:\n            continue\n        found.append({verb}({b}.{a}_id))\n    return found[:limit]\n\n\n"
            ),
            1 => format!(
                "class {}{}(Base):\n    def __init__(self, {b}: str, size: int = {c}) -> None:\n        self._{b} = {b}\n        self.size = size\n\n    @property\n    def {a}_count(self):\n        return len(self._{a}s) + self.size\n\n",
                title(a),
                title(b)
            ),
            2 => format!(
                "try:\n    with open(path / \"{a}.json\", encoding=\"utf-8\") as handle:\n        {b} = json.load(handle)\nexcept (OSError, ValueError) as error:\n    logger.warning(\"could not {verb} %s: %s\", path, error)\n    raise {}Error(f\"{{path}}: {{error}}\") from error\n\n",
                title(a)
            ),
            _ => format!(
                "{}_{} = {{key: value for key, value in {b}.items() if key not in {{\"{a}\", \"{verb}\"}}}}  # {c}\nassert {a}_{b} == [1, 2.5, None], {verb}({b})\n",
                a.to_uppercase(),
                b.to_uppercase()
            ),
        }
    })
}

fn rust(dice: &mut Dice) -> String {
    fill(|n| {
        let (a, b, verb, c) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS), dice.below(5_000));
        let (ta, tb) = (title(a), title(b));
        match n % 4 {
            0 => format!(
                "/// Every {b} of this {a}, oldest first.\npub fn {verb}_{a}<'a>({a}: &'a {ta}, limit: usize) -> Result<Vec<&'a {tb}>, Error> {{\n    let mut out = Vec::with_capacity(limit.min({c}));\n    for {b} in {a}.{b}s.iter().filter(|{b}| !{b}.is_empty()) {{\n        out.push({b});\n    }}\n    Ok(out)\n}}\n\n"
            ),
            1 => format!(
                "#[derive(Debug, Clone, PartialEq, Eq)]\npub struct {ta}{tb} {{\n    pub {a}: String,\n    pub(crate) {b}: Option<u32>,\n    inner: Arc<Mutex<BTreeMap<u64, {tb}>>>,\n}}\n\n"
            ),
            2 => format!(
                "impl From<{ta}Error> for {tb}Error {{\n    fn from(error: {ta}Error) -> Self {{\n        match error {{\n            {ta}Error::NotFound(id) => Self::Missing {{ id, after: Duration::from_millis({c}) }},\n            other => Self::Other(other.to_string()),\n        }}\n    }}\n}}\n\n"
            ),
            _ => format!(
                "    let {b} = {verb}(&{a}[..], \"{a}/{b}\")?.unwrap_or_default();\n    assert_eq!({b}.len(), {c}, \"{{{b}:?}}\");\n    if let Some(x) = {b}.first().copied() && x >= 0x{c:x} {{ return Err(Error::Bad{ta}); }}\n"
            ),
        }
    })
}

fn title(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn test_run(dice: &mut Dice) -> String {
    let head = "============================= test session starts ==============================\nplatform linux -- Python 3.12.3, pytest-8.2.0, pluggy-1.5.0\nrootdir: /srv/shop\nplugins: cov-5.0.0, asyncio-0.23.6\ncollected 214 items\n\n";
    let mut text = head.to_string();
    text += &fill(|n| {
        let (a, b, verb, c) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS), dice.below(900));
        match n % 8 {
            5 => format!(
                "\n_________________________ test_{verb}_{a} _________________________\n\n    def test_{verb}_{a}():\n        {b} = {verb}({c})\n>       assert {b}.total == {c}\nE       AssertionError: assert {} == {c}\nE        +  where {} = {}(id={c}).total\n\ntests/unit/test_{a}.py:{c}: AssertionError\n",
                c + 1,
                c + 1,
                title(b)
            ),
            7 => format!("FAILED tests/unit/test_{a}.py::test_{verb}_{b} - AssertionError: assert {c} == 12\n"),
            _ => format!(
                "tests/unit/test_{a}.py::Test{}::test_{verb}_{b} {:<7} [{:>3}%]\n",
                title(b),
                dice.pick(&["PASSED", "PASSED", "SKIPPED", "FAILED"]),
                n * 3 % 100
            ),
        }
    });
    text + "==================== 3 failed, 209 passed, 2 skipped in 14.82s ====================\n"
}

fn test_dots(dice: &mut Dice) -> String {
    fill(|n| {
        let dots: String =
            (0..10 + dice.below(40)).map(|_| dice.pick(&['.', '.', '.', '.', '.', '.', 'F', 's'])).collect();
        let name = format!("tests/{}/test_{}.py {dots}", dice.pick(&NOUNS), dice.pick(&NOUNS));
        format!("{name:<80}[{:>3}%]\n", n * 2)
    })
}

fn log(dice: &mut Dice) -> String {
    let shape = dice.below(4);
    fill(|_| {
        let (h, m, s, ms) = (dice.below(24), dice.below(60), dice.below(60), dice.below(1_000));
        let (a, b, verb, c) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS), dice.below(90_000));
        let level = dice.pick(&["INFO", "INFO", "DEBUG", "WARN", "ERROR"]);
        let what = match dice.below(4) {
            0 => format!("{verb} {a} id={c} took {ms}ms"),
            1 => format!("GET /api/v2/{a}s/{c} {} {}.{s} ms", dice.pick(&[200, 204, 404, 500]), dice.below(400)),
            2 => format!("could not {verb} {a}: connection to 10.0.{s}.{m}:5432 refused, retry {h} of 24"),
            _ => format!("{a}.{b}: {c} rows, {ms} skipped"),
        };
        match shape {
            0 => format!("2025-03-14T{h:02}:{m:02}:{s:02}.{ms:03}Z {level} [{a}-{}] {what}\n", s % 8),
            1 => format!("2025-11-02 {h:02}:{m:02}:{s:02},{ms:03} - shop.{a} - {level} - {what}\n"),
            2 => format!("Oct  7 {h:02}:{m:02}:{s:02} web-{} {a}[{c}]: {what}\n", s % 9),
            _ => format!("[{h:02}:{m:02}:{s:02}] {level:<5} {what}\n"),
        }
    })
}

fn grep_json(dice: &mut Dice) -> String {
    let pretty = dice.below(2) == 0;
    let mut text = "{\"matches\":[".to_string();
    text += &fill(|n| {
        let (a, b, verb, c) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS), dice.below(900));
        let (gap, line) = if pretty { (" ", "\n      ") } else { ("", "") };
        let end = dice.pick(&["py", "rs", "ts"]);
        format!(
            "{}{{{line}\"path\":{gap}\"src/{a}/{verb}_{b}.{end}\",{line}\"line\":{gap}{c},{line}\"content\":{gap}\"    {b}.{verb}({a}, \\\"{b}\\\")\"}}",
            if n == 0 { "" } else { "," }
        )
    });
    text + "],\"total_count\":31}"
}

/// A tool result: the text as a JSON string among a few fields.
fn envelope(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
    format!("{{\"output\": \"{escaped}\", \"exit_code\": 0, \"error\": null}}")
}

fn bytes(dice: &mut Dice, len: usize) -> Vec<u8> {
    (0..len).map(|_| dice.next() as u8).collect()
}

fn hex(dice: &mut Dice, len: usize) -> String {
    bytes(dice, len).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hex_digests(dice: &mut Dice) -> String {
    let len = dice.pick(&[16, 20, 32]);
    fill(|_| {
        let digest = hex(dice, len);
        format!("{digest}  {}/{}.tar.gz\n", dice.pick(&NOUNS), dice.pick(&NOUNS))
    })
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |value: u32| char::from(DIGITS[(value & 63) as usize]);
    let groups = bytes.chunks_exact(3).map(|three| three.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)));
    groups.flat_map(|group| [18, 12, 6, 0].map(|shift| digit(group >> shift))).collect()
}

fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<&str> = text.as_bytes().chunks(columns).map(|line| core::str::from_utf8(line).unwrap()).collect();
    lines.join("\n")
}

const EMOJI: [&str; 28] = [
    "😀",
    "😂",
    "🎉",
    "🚀",
    "👍",
    "🔥",
    "❤️",
    "✨",
    "🙏",
    "🤔",
    "😅",
    "💡",
    "🐛",
    "✅",
    "👩‍💻",
    "🇩🇪",
    "🧪",
    "📦",
    "🌍",
    "👨‍👩‍👧",
    "🏳️‍🌈",
    "🤷🏽‍♂️",
    "🦀",
    "🐍",
    "🍕",
    "🎈",
    "🌈",
    "⚠️",
];

fn emoji(dice: &mut Dice) -> String {
    fill(|n| dice.pick(&EMOJI).to_string() + if n % 12 == 11 { "\n" } else { "" })
}

fn emoji_in_text(dice: &mut Dice) -> String {
    fill(|_| {
        let (a, b, verb) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS));
        format!(
            "{} {verb} the {a} {} then {b} {}{}\n",
            dice.pick(&EMOJI),
            dice.pick(&EMOJI),
            dice.pick(&EMOJI),
            dice.pick(&EMOJI)
        )
    })
}

fn minified(dice: &mut Dice) -> String {
    fill(|n| {
        let (a, b, verb, c) = (dice.pick(&NOUNS), dice.pick(&NOUNS), dice.pick(&VERBS), dice.below(1_000));
        let mut letter = || dice.pick(&["e", "t", "n", "r", "i", "o", "a", "s", "u", "c"]);
        let (x, y, z) = (letter(), letter(), letter());
        match n % 6 {
            0 => format!("function {x}{y}({x},{y}){{var {z}={x}.{a};return {z}&&{z}.{verb}({y})?{z}:void 0}}"),
            1 => format!("{x}.exports={{{verb}{}:function({y}){{return null==={y}?\"\":{y}+\"{b}\"}}}},", title(a)),
            2 => format!("for(var {x}=0,{y}={z}.length;{x}<{y};{x}++)if({z}[{x}]!=={c})return!1;"),
            3 => format!(
                "const {x}{z}=({x},{y},{z})=>{{try{{{x}.{verb}{}({y})}}catch({z}){{throw new Error(\"{a} \"+{z})}}}};",
                title(b)
            ),
            4 => format!("if(!{x}||!{y}.{a}){{{z}({c}),{x}=[...{y}.{b}s,{{key:{z},value:{c}}}];break}}"),
            _ => format!(
                "{x}=document.getElementById(\"{a}-{b}\"),{y}.addEventListener(\"click\",(function(){{{z}.{verb}()}}),!1);"
            ),
        }
    })
}
