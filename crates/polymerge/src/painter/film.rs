//! Games as pictures that move.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use calcarray::color::Paint;
use polymerge_display::svg::Parts;
use polymerge_display::{Scene, solid};
use polymerge_rules::{Cell, GameState as State, Turn};

use super::Painter;
use crate::compiled::Rules;
use crate::error::Error;
use crate::motion::{Birth, Script, Sprite};

/// Milliseconds for a tile to appear, or to stand out after a merge.
const POP: f64 = 120.0;
/// Milliseconds for which the end is shown.
const END: f64 = 3000.0;
/// Half of a cell.
const HALF: f64 = 50.0;
/// The background of the page for people who prefer dark pages.
const DARK: &str = "#17161a";

/// A game that is filmed while it is played: one SVG picture in which tiles slide, merge and
/// appear, again and again. It needs no script, lies on dark ground where dark pages are
/// preferred, and shows the end alone where less motion is.
///
/// ```
/// use polymerge::painter::Film;
/// use polymerge::Mode;
///
/// let mut game = Mode::built_in("2048")?.compile()?.start(7)?;
/// let mut film = Film::of(game.rules(), game.state(), 0.0)?;
/// for direction in [0, 2, 0, 2] {
///     let turn = game.play(direction)?;
///     film.turn(&turn, game.state(), 0.0, 500.0)?;
/// }
/// assert!(film.finish().contains("@keyframes"));
/// # Ok::<(), polymerge::Error>(())
/// ```
pub struct Film {
    painter: Painter,
    script: Script,
    /// The faces of the sprites so far.
    faces: Vec<u64>,
    /// The pictures of these faces.
    pictures: BTreeMap<u64, String>,
    /// The pictures around the tiles: ground, boxes above, boxes below.
    around: [Vec<Shown>; 3],
    size: (f64, f64),
    corner: (f64, f64),
    steps: (f64, f64),
    screen: Paint,
    now: f64,
}

/// A part of the picture, from a moment on.
struct Shown {
    from: f64,
    /// The markup before its names are made unique, to be compared with that of the next moment.
    plain: String,
    markup: String,
}

impl Film {
    /// Begins with a game as it stands, at its time `now`.
    ///
    /// # Errors
    /// An expression of its looks fails.
    pub fn of(rules: &Rules, state: &State, now: f64) -> Result<Film, Error> {
        let mut painter = Painter::of(rules);
        let scene = painter.scene(state, now)?;
        let Parts { width, height, corner, steps, .. } = Parts::of(&scene, "");
        let mut film = Film {
            painter,
            script: Script::of(state),
            faces: Vec::new(),
            pictures: BTreeMap::new(),
            around: [const { Vec::new() }; 3],
            size: (width, height),
            corner,
            steps,
            screen: scene.screen.clone(),
            now: 0.0,
        };
        film.look_around(&scene, 0.0);
        film.look_at_tiles(state, now);
        Ok(film)
    }

    /// Adds a turn, after which the game is as it stands, at its time `now`; the next one
    /// begins after so many milliseconds, or when this one is over.
    ///
    /// # Errors
    /// An expression of its looks fails.
    pub fn turn(&mut self, turn: &Turn, state: &State, now: f64, length: f64) -> Result<(), Error> {
        let end = self.script.tell(turn, self.now);
        let scene = self.painter.scene(state, now)?;
        self.look_around(&scene, end);
        self.look_at_tiles(state, now);
        self.now = (self.now + length).max(end + POP);
        Ok(())
    }

    /// Notes what lies around the tiles from a moment on, if it is not as before.
    fn look_around(&mut self, scene: &Scene, moment: f64) {
        let of = |Parts { ground, above, below, .. }: Parts| [ground, above, below];
        let plain = Parts::of(scene, "");
        self.size.1 = self.size.1.max(plain.height);
        let plain = of(plain);
        let is_new = |(shown, plain): (&Vec<Shown>, &String)| {
            shown.last().is_none_or(|last: &Shown| last.plain != *plain)
        };
        if !self.around.iter().zip(&plain).any(is_new) {
            return;
        }
        let number: usize = self.around.iter().map(Vec::len).sum();
        let own = of(Parts::of(scene, &format!("p{number}")));
        for ((shown, plain), markup) in self.around.iter_mut().zip(plain).zip(own) {
            if is_new((shown, &plain)) {
                shown.push(Shown { from: moment, plain, markup });
            }
        }
    }

    /// Looks at the tiles that came since.
    fn look_at_tiles(&mut self, state: &State, now: f64) {
        let mut viewer = self.painter.at(state, now);
        let first = self.faces.len();
        for sprite in &self.script.sprites()[first..] {
            let cell = sprite.way.last().map_or(Cell::new(0, 0), |(_, cell)| *cell);
            let face = viewer.face_in(cell, &sprite.content);
            self.faces.push(face.unwrap_or_else(|| viewer.face_of(&sprite.content)));
        }
        drop(viewer);
        for id in &self.faces[first..] {
            if let Some(face) = self.painter.face(*id) {
                self.pictures.entry(*id).or_insert_with(|| face.svg.clone());
            }
        }
    }

    /// The picture.
    pub fn finish(&self) -> String {
        let (width, height) = self.size;
        let times = Times { length: self.now + END };
        let mut style = format!(
            "g{{animation:{}ms linear infinite}}.d{{display:none}}\
             @media(prefers-color-scheme:dark){{.d{{display:inline}}}}\
             @media(prefers-reduced-motion:reduce){{g{{animation:none!important}}}}",
            times.length
        );
        let mut body = String::new();
        for (part, shown) in ["g", "a", "b"].into_iter().zip(&self.around) {
            for (place, own) in shown.iter().enumerate() {
                let until = shown.get(place + 1).map_or(f64::INFINITY, |next| next.from);
                let name = format!("{part}{place}");
                write(&mut style, &mut body, &name, &times.shown(own.from, until), &own.markup);
            }
        }
        for (number, (sprite, face)) in self.script.sprites().iter().zip(&self.faces).enumerate() {
            let name = format!("s{number}");
            let picture = format!(r##"<use href="#f{face}"/>"##);
            write(&mut style, &mut body, &name, &self.stops(&times, sprite), &picture);
        }
        let mut defs = String::new();
        for (id, picture) in &self.pictures {
            let _ = write!(defs, r#"<symbol id="f{id}" overflow="visible">{picture}</symbol>"#);
        }
        let [r, g, b] = solid(&self.screen, [255; 3]).unwrap_or([255; 3]);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"><style>{style}</style><defs>{defs}</defs><rect width="{width}" height="{height}" fill="rgb({r},{g},{b})"/><rect class="d" width="{width}" height="{height}" fill="{DARK}"/>{body}</svg>"#
        )
    }

    /// Returns the keyframes of a sprite.
    fn stops(&self, times: &Times, sprite: &Sprite) -> Vec<Stop> {
        let place = |cell: Cell, scale: f64, opacity: u8| {
            let x = self.corner.0 + cell.column as f64 * self.steps.0 + HALF * (1.0 - scale);
            let y = self.corner.1 + cell.row as f64 * self.steps.1 + HALF * (1.0 - scale);
            let (x, y) = ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
            let scale = if scale == 1.0 { String::new() } else { format!(" scale({scale})") };
            format!("transform:translate({x}px,{y}px){scale};opacity:{opacity}")
        };
        let [(birth, first), ..] = sprite.way[..] else { return Vec::new() };
        let mut stops = Vec::new();
        match sprite.birth {
            Birth::Before => stops.push(times.stop(0.0, place(first, 1.0, 1))),
            birth_of => {
                let (small, large) = if birth_of == Birth::Merged { (0.9, 1.12) } else { (0.2, 1.0) };
                stops.push(times.stop(0.0, place(first, small, 0)));
                stops.push(times.before(birth, place(first, small, 0)));
                stops.push(times.stop(birth, place(first, small, 1)));
                stops.push(times.stop(birth + POP / 2.0, place(first, large, 1)));
                stops.push(times.stop(birth + POP, place(first, 1.0, 1)));
            }
        }
        let mut here = first;
        for pair in sprite.way.windows(2) {
            let [(left, from), (came, to)] = [pair[0], pair[1]];
            stops.push(times.stop(left, place(from, 1.0, 1)));
            stops.push(times.stop(came, place(to, 1.0, 1)));
            here = to;
        }
        if sprite.end.is_finite() {
            // It may be gone before it has grown.
            stops.retain(|stop| stop.at < times.percent(sprite.end));
            stops.push(times.stop(sprite.end, place(here, 1.0, 1)));
            stops.push(times.after(sprite.end, place(here, 1.0, 0)));
        }
        times.ended(stops)
    }
}

/// Writes an element that goes through these stops; at rest it is as at the last of them.
fn write(style: &mut String, body: &mut String, name: &str, stops: &[Stop], markup: &str) {
    let [.., last] = stops else { return };
    if let [_] = stops {
        let _ = write!(body, r#"<g style="animation:none;{}">{markup}</g>"#, last.rule);
        return;
    }
    let _ = write!(style, "@keyframes {name}{{");
    for Stop { at, rule } in stops {
        let _ = write!(style, "{at}%{{{rule}}}");
    }
    style.push('}');
    let _ = write!(body, r#"<g style="animation-name:{name};{}">{markup}</g>"#, last.rule);
}

/// A keyframe.
struct Stop {
    /// The moment, in percents of the film.
    at: f64,
    rule: String,
}

/// The moments of a film.
struct Times {
    length: f64,
}

impl Times {
    fn percent(&self, moment: f64) -> f64 {
        (moment / self.length * 100_000.0).round() / 1_000.0
    }

    fn stop(&self, moment: f64, rule: String) -> Stop {
        Stop { at: self.percent(moment), rule }
    }

    fn before(&self, moment: f64, rule: String) -> Stop {
        self.stop_near(moment, -0.001, rule)
    }

    fn after(&self, moment: f64, rule: String) -> Stop {
        self.stop_near(moment, 0.001, rule)
    }

    fn stop_near(&self, moment: f64, percents: f64, rule: String) -> Stop {
        Stop { at: ((self.percent(moment) + percents) * 1_000.0).round() / 1_000.0, rule }
    }

    /// Something that is there from one moment to another.
    fn shown(&self, from: f64, until: f64) -> Vec<Stop> {
        let rule = |opacity: u8| format!("opacity:{opacity}");
        let mut stops = Vec::new();
        if from > 0.0 {
            stops.extend([self.stop(0.0, rule(0)), self.before(from, rule(0))]);
        }
        stops.push(self.stop(from, rule(1)));
        if until.is_finite() {
            stops.extend([self.before(until, rule(1)), self.stop(until, rule(0))]);
        }
        self.ended(stops)
    }

    /// Puts keyframes in order, each moment once, and up to the end of the film.
    fn ended(&self, mut stops: Vec<Stop>) -> Vec<Stop> {
        stops.sort_by(|a, b| a.at.total_cmp(&b.at));
        // The later of two at one moment counts.
        stops.reverse();
        stops.dedup_by(|later, kept| later.at == kept.at);
        stops.reverse();
        if stops.len() == 1 {
            return stops;
        }
        if let Some(last) = stops.last().filter(|last| last.at < 100.0).map(|last| last.rule.clone()) {
            stops.push(Stop { at: 100.0, rule: last });
        }
        stops
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mode;

    /// A film at rest shows the tiles of the game, each where it lies.
    #[test]
    fn every_film_ends_at_the_board_of_the_game() {
        for (name, shape) in [
            ("2048", "Square"),
            ("2048", "Hexagon"),
            ("050", "Square"),
            ("crummy", "Square"),
            ("isotopic-256", "Square"),
            ("wildcard-2048", "Diamond"),
        ] {
            let mode = Mode::built_in(name).unwrap().with(&format!("grid_shape={shape}")).unwrap();
            let mut game = mode.compile().unwrap().start(7).unwrap();
            let mut film = Film::of(game.rules(), game.state(), 0.0).unwrap();
            let directions = game.rules().directions().len();
            for step in 0..60 {
                let Ok(turn) = game.play(step * 7 % directions) else { continue };
                film.turn(&turn, game.state(), game.time(), 400.0).unwrap();
            }
            let (left, top) = film.corner;
            let lasting: Vec<String> = crate::motion::contents(game.state())
                .keys()
                .map(|cell| {
                    let x = left + cell.column as f64 * film.steps.0;
                    let y = top + cell.row as f64 * film.steps.1;
                    let rounded = |own: f64| (own * 10.0).round() / 10.0;
                    format!("transform:translate({}px,{}px);opacity:1\"><use", rounded(x), rounded(y))
                })
                .collect();
            let film = film.finish();
            for place in &lasting {
                assert!(film.contains(place), "{name}: {place}");
            }
            assert_eq!(film.matches("opacity:1\"><use").count(), lasting.len(), "{name}");
        }
    }

    #[test]
    fn what_never_changes_is_not_set_in_motion() {
        let game = Mode::built_in("2048").unwrap().compile().unwrap().start(7).unwrap();
        let film = Film::of(game.rules(), game.state(), 0.0).unwrap().finish();
        assert!(!film.contains("@keyframes"));
        assert_eq!(film.matches("<use").count(), 2);
    }
}
