//! Blanks between tokens: what they become, and that nothing else changes.

use polymerge_formula::{compile, spaced};

use crate::forms::Mode;

#[test]
fn blanks_are_as_usual() {
    for (written, expected) in [
        ("=1+2*3", "= 1 + 2 * 3"),
        ("=  hp-=1", "= hp -= 1"),
        ("= hp - = 1", "= hp - = 1"),
        ("= goal+B=1n", "= goal +B= 1n"),
        ("= value==next . value&&!(score>5)", "= value == next.value && !(score > 5)"),
        ("= floor( value/2 ,1 )", "= floor(value / 2, 1)"),
        ("= -value+ -5", "= -value + -5"),
        ("= 5- 3", "= 5 - 3"),
        ("= goal modB(2n)", "= goal modB (2n)"),
        ("= max (1,2)", "= max(1, 2)"),
        ("= seeds [0] .push( [1,hp] )", "= seeds[0].push([1, hp])"),
        ("= seeds.map((x,i)=>x*i)", "= seeds.map((x, i) => x * i)"),
        ("= seeds.filter(@var_retain x=>x>1)", "= seeds.filter(@var_retain x => x > 1)"),
        ("= seeds.map(keep(x,i)=>x+i)", "= seeds.map(keep (x, i) => x + i)"),
        ("= keep{ score }", "= keep { score }"),
        ("= for [r,c]in places{ hp+=r }", "= for [r, c] in places { hp += r }"),
        ("= let[r,c]=p; seeds.map([r,_]=>r)", "= let [r, c] = p; seeds.map([r, _] => r)"),
        ("= @Next(1,0)", "= @Next(1, 0)"),
        ("= if hp<=0{hp=10}else{hp=1}", "= if hp <= 0 { hp = 10 } else { hp = 1 }"),
        ("= slide;if value==0 :0", "= slide; if value == 0: 0"),
        ("= if (hp) { }", "= if (hp) {}"),
        ("= for x in[1]{ hp+=x }", "= for x in [1] { hp += x }"),
        ("= 'a  b' . str_concat('c')", "= 'a  b'.str_concat('c')"),
        ("= 2+3i", "= 2+3i"),
        ("= 2 + 3n", "= 2 + 3n"),
        ("= `[1,  2]`", "= `[1,  2]`"),
        ("= x ? y", "= x ? y"),
        ("=", "="),
        ("= }", "= }"),
    ] {
        assert_eq!(spaced(written, 0), expected, "{written}");
        assert_eq!(spaced(expected, 0), expected, "{expected}");
        let before = compile(written, &Mode);
        assert_eq!(before.ok(), compile(expected, &Mode).ok(), "{written}");
    }
}
