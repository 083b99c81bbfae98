//! Pictures of modes, for lists.

use polymerge::calcarray::{Error, Meter};
use polymerge::display::{gallery_tiles, svg, Size, Stage, Theme, WORK};
use polymerge::old::{Limits, Mode, Session, Starter, TrialOptions, Value};

use crate::failure::{Failure, Kind};
use crate::game::tables;

/// Which of the first tiles are shown: small and large ones.
const SHOWN: [usize; 4] = [0, 3, 6, 10];

/// Up to four tiles of a mode.
pub fn of_mode(mode: Mode) -> Result<String, Failure> {
    let starter = Starter::new(mode, &Limits::default())?;
    let session = started(&starter)?;
    let tiles = known_tiles(&starter, &session);
    let last = tiles.len().saturating_sub(1);
    let mut shown: Vec<&Value> = Vec::new();
    for place in SHOWN.map(|place| if last < SHOWN[3] { place * last / SHOWN[3] } else { place }) {
        shown.extend(tiles.get(place).filter(|tile| !shown.contains(tile)));
    }
    draw(&session, &shown).map_err(|error| Failure::new(Kind::Rules, error))
}

/// A game to look at tiles in.
pub fn started(starter: &Starter) -> Result<Session, Failure> {
    Ok(starter.start(0, 0.0)?.0)
}

/// The tiles that a mode names; if it names none, those of a random game.
pub fn known_tiles(starter: &Starter, session: &Session) -> Vec<Value> {
    let tiles = gallery_tiles(starter.mode());
    if !tiles.is_empty() {
        return tiles;
    }
    let mut trial = polymerge::Trial::new(starter.clone(), TrialOptions { games: 1, moves: 100, seed: 0 });
    trial.run(50);
    trial.game().unwrap_or(session.game()).discovered().to_vec()
}

/// All tiles share the work of [`WORK`] evaluations, as those of a board do.
fn draw(session: &Session, tiles: &[&Value]) -> Result<String, Error> {
    let game = session.game();
    let theme = Theme::new(game.rules().mode());
    let mut scratch = game.scratch(0.0);
    let mut meter = Meter::shared(game.rules().limits().evaluation.clone(), WORK);
    let mut views = Vec::new();
    for tile in tiles {
        meter.reset();
        let mut stage = Stage::new(&mut scratch, &mut meter, theme.hexagonal());
        views.push(theme.lone_tile(&mut stage, tables(), tile, Size::Grid)?);
    }
    meter.reset();
    let screen = theme.screen_color(&mut Stage::new(&mut scratch, &mut meter, theme.hexagonal()))?;
    Ok(svg::gallery(&views, 2, &screen, theme.hexagonal()))
}
