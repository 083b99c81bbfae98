use polymerge::Mode;
use polymerge::advanced::rules::Screen;

use super::*;
use crate::failure::Failure;

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("polymerge-saves-{}-{name}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn saves(&self) -> Saves {
        Saves::in_folder(self.0.clone())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// A game after these moves, at this time.
fn game(moves: &[usize], time: f64) -> Game {
    let mut game = Mode::built_in("2048").unwrap().compile().unwrap().start(7).unwrap();
    for direction in moves {
        game.play(*direction).unwrap();
    }
    game.set_time(time).unwrap();
    game
}

fn over(saves: &Saves) -> Slot {
    let mut game = game(&[], 1000.0);
    while game.state().screen() == Screen::Play {
        let direction = game.available().unwrap()[0];
        game.play(direction).unwrap();
    }
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game).unwrap();
    slot
}

#[test]
fn a_game_is_kept_and_opened_again() {
    let folder = Folder::new("kept");
    let saves = folder.saves();
    assert!(saves.list().games.is_empty() && saves.last(None).is_none());
    let mut game = game(&[2, 0, 3, 1], 4000.0);
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game).unwrap();
    drop(slot);
    let record = saves.last(Some("001-2048")).unwrap();
    assert_eq!((record.moves, record.score, record.time), (4.0, game.score(), 4000.0));
    assert_eq!(saves.last(Some("002-2187")), None);
    let (slot, mut again) = saves.open(&record.id, 4000.0).unwrap();
    assert_eq!(slot.record(), &record);
    assert_eq!(again.state(), game.state());
    // With the way back, and the same luck.
    assert!(again.undo() && game.undo());
    assert_eq!((again.play(1).unwrap(), again.steps()), (game.play(1).unwrap(), 4));
    assert_eq!(saves.look(&record.id).unwrap().steps(), 0);
}

#[test]
fn several_games_of_a_mode_wait_side_by_side() {
    let folder = Folder::new("several");
    let saves = folder.saves();
    let ids: Vec<String> = [&[2][..], &[2, 0], &[2, 0, 3]]
        .iter()
        .map(|moves| {
            let mut slot = saves.begin("001-2048", "2048");
            slot.keep(&mut game(moves, 0.0)).unwrap();
            slot.record().id.clone()
        })
        .collect();
    let mut found: Vec<(String, f64)> = saves.list().games.into_iter().map(|r| (r.id, r.moves)).collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    assert_eq!(found, ids.into_iter().zip([1.0, 2.0, 3.0]).collect::<Vec<_>>());
}

#[test]
fn a_game_that_is_open_can_not_be_opened_or_deleted() {
    let folder = Folder::new("in-use");
    let saves = folder.saves();
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game(&[2], 0.0)).unwrap();
    let id = slot.record().id.clone();
    assert!(saves.is_in_use(&id) && saves.last(None).is_none());
    assert!(matches!(saves.open(&id, 0.0), Err(SaveError::InUse)));
    assert!(matches!(saves.delete(&id), Err(SaveError::InUse)));
    drop(slot);
    assert!(!saves.is_in_use(&id));
    saves.delete(&id).unwrap();
    assert!(matches!(saves.open(&id, 0.0), Err(SaveError::Gone)));
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["played.jsonl"]);
}

#[test]
fn damaged_files_are_said_and_stay() {
    let folder = Folder::new("damaged");
    let saves = folder.saves();
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game(&[2], 0.0)).unwrap();
    let id = slot.record().id.clone();
    drop(slot);
    let whole = fs::read_to_string(saves.file(&id)).unwrap();
    for broken in ["", "{}", &whole[..20], &whole[..whole.len() / 2]] {
        fs::write(saves.file(&id), broken).unwrap();
        assert!(matches!(saves.open(&id, 0.0), Err(SaveError::File(_))), "{broken}");
        assert_eq!(fs::read_to_string(saves.file(&id)).unwrap(), broken);
    }
}

/// The system itself says that there is no space.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_damages_nothing_and_the_next_move_is_kept() {
    let folder = Folder::new("full");
    let saves = folder.saves();
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game(&[2], 0.0)).unwrap();
    let file = saves.file(&slot.record().id);
    let before = fs::read_to_string(&file).unwrap();
    std::os::unix::fs::symlink("/dev/full", file.with_extension("new")).unwrap();
    let said = format!("the disk is full ({})", file.display());
    assert_eq!(slot.keep(&mut game(&[2, 0], 0.0)), Err(Failure::result(said)));
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    slot.keep(&mut game(&[2, 0, 3], 0.0)).unwrap();
    assert_eq!(saves.list().games[0].moves, 3.0);
}

#[test]
fn statistics_count_every_game_once() {
    let folder = Folder::new("statistics");
    let saves = folder.saves();
    let mut slot = saves.begin("001-2048", "2048");
    for moves in [&[2, 0, 3, 1][..], &[2, 0, 3], &[2, 0, 3, 1, 2]] {
        slot.keep(&mut game(moves, 500.0)).unwrap();
    }
    let id = slot.record().id.clone();
    drop(slot);
    let finished = over(&saves).record().clone();
    let check = |saves: &Saves| {
        let statistics = saves.statistics();
        let totals = statistics.of_mode("001-2048").unwrap();
        assert_eq!((totals.games, totals.wins, totals.moves), (2, 0, 5.0 + finished.moves));
        assert_eq!((totals.best_score, totals.time), (finished.best_score, 1500.0));
        assert_eq!(totals.best_tile, finished.best_tile);
        assert_eq!((statistics.total().games, statistics.modes().len()), (2, 1));
    };
    check(&saves);
    // As if the program had died between the two steps of deleting.
    let file = fs::read(saves.file(&id)).unwrap();
    saves.delete(&id).unwrap();
    check(&saves);
    fs::write(saves.file(&id), file).unwrap();
    check(&saves);
}

#[test]
fn only_so_many_games_that_are_over_are_kept() {
    let folder = Folder::new("tidy");
    let saves = folder.saves();
    let mut waiting = saves.begin("001-2048", "2048");
    waiting.keep(&mut game(&[2], 0.0)).unwrap();
    for _ in 0..FINISHED + 2 {
        over(&saves);
    }
    assert_eq!(saves.list().games.len(), FINISHED + 1);
    assert_eq!(saves.statistics().total().games, FINISHED + 3);
}

#[test]
fn the_best_tile_is_the_one_of_the_highest_value() {
    let folder = Folder::new("best");
    let record = over(&folder.saves()).record().clone();
    let tile = record.best_tile.unwrap();
    assert!(tile.value >= 16.0 && tile.text == tile.value.to_string(), "{tile:?}");
    assert!(record.best_score >= tile.value);
}

#[test]
fn a_line_that_was_cut_costs_no_other_record() {
    let folder = Folder::new("cut-line");
    let saves = folder.saves();
    let ids: Vec<String> = [&[2][..], &[2, 0]]
        .iter()
        .map(|moves| {
            let mut slot = saves.begin("001-2048", "2048");
            slot.keep(&mut game(moves, 0.0)).unwrap();
            slot.record().id.clone()
        })
        .collect();
    saves.delete(&ids[0]).unwrap();
    let played = folder.0.join("played.jsonl");
    let text = fs::read_to_string(&played).unwrap();
    let cut = format!("{text}{}", &text[..40]);
    fs::write(&played, &cut).unwrap();
    saves.delete(&ids[1]).unwrap();
    assert!(fs::read_to_string(&played).unwrap().starts_with(&format!("{cut}\n{{")));
    let statistics = saves.statistics();
    assert_eq!((statistics.total().games, statistics.total().moves), (2, 3.0));
    assert_eq!(statistics.unreadable, [Unreadable::new(&played, "line 2 is not the record of a game")]);
}

#[test]
fn no_game_is_deleted_whose_record_can_not_be_kept() {
    let folder = Folder::new("no-record");
    let saves = folder.saves();
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game(&[2], 0.0)).unwrap();
    let id = slot.record().id.clone();
    drop(slot);
    fs::create_dir(folder.0.join("played.jsonl")).unwrap();
    assert!(matches!(saves.delete(&id), Err(SaveError::File(_))));
    assert_eq!(saves.list().games.len(), 1);
    fs::remove_dir(folder.0.join("played.jsonl")).unwrap();
    fs::write(saves.file(&id), "nothing of a game").unwrap();
    assert!(matches!(saves.delete(&id), Err(SaveError::File(_))));
    assert_eq!(fs::read_to_string(saves.file(&id)).unwrap(), "nothing of a game");
}

#[test]
fn a_person_does_not_go_on_with_the_games_of_a_pipe() {
    let folder = Folder::new("pipe");
    let (saves, pipe) = (folder.saves(), folder.saves().for_pipe());
    let mut slot = pipe.begin("001-2048", "2048");
    slot.moved_by(Mover::Hints);
    slot.keep(&mut game(&[2], 0.0)).unwrap();
    assert_eq!(slot.record().by, Mover::Pipe);
    drop(slot);
    assert_eq!((saves.last(None), saves.list().games.len()), (None, 1));
    assert!(pipe.last(None).is_some());
    assert_eq!(saves.best_score("001-2048", ""), None);
    // A game of a person can be gone on with in both ways, and stays one; it is listed first.
    let mut slot = saves.begin("001-2048", "2048");
    slot.keep(&mut game(&[2, 0], 0.0)).unwrap();
    drop(slot);
    let mut slot = pipe.begin("001-2048", "2048");
    slot.keep(&mut game(&[2, 0, 3], 0.0)).unwrap();
    drop(slot);
    let by: Vec<Mover> = saves.list().games.iter().map(|record| record.by).collect();
    assert_eq!(by, [Mover::Hand, Mover::Pipe, Mover::Pipe]);
    assert_eq!(saves.last(None).unwrap().by, Mover::Hand);
    assert!(pipe.last(None).is_some());
    let (hand, all) =
        (saves.statistics().of_mode("001-2048").unwrap().games, saves.statistics().total().games);
    assert_eq!((hand, all), (1, 3));
}
