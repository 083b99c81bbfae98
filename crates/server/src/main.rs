//! The command `polymerge-server`.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use polymerge_server::api::{Service, router};
use polymerge_server::config::{Config, PREFIX};
use polymerge_server::moderation::{Act, Action};
use polymerge_server::reverify::{self, News, Reverified, Wishes};
use polymerge_server::store::{self, Report, Store};
use polymerge_server::{admin, daily, export, operators, prune, serve, title};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use toml::{Table, Value};

/// A score service for Polymerge: it plays every game again before it ranks it.
///
/// Flags win over variables of the environment (POLYMERGE_SERVER_LISTEN and so on), those
/// over the file.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Args)]
struct Options {
    /// The file with the configuration.
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    /// Address and port to answer on.
    #[arg(long, global = true)]
    listen: Option<String>,
    /// The address of the database.
    #[arg(long, global = true, help = "sqlite:FILE, or postgres://...")]
    database: Option<String>,
    /// Make the database if it is missing.
    #[arg(long, global = true)]
    create: bool,
    /// A folder to serve beside the API.
    #[arg(long, global = true)]
    site: Option<String>,
    /// Address and port of the counters.
    #[arg(long, global = true)]
    metrics: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Answer (if no command is given).
    Serve,
    /// Make the database. Nothing happens to one that is there.
    Init,
    /// Check the configuration, and print the result.
    CheckConfig,
    /// Print the default configuration.
    DefaultConfig,
    /// Play all games again, and note for each whether its result is unchanged.
    Reverify {
        /// Hide games that have another result.
        #[arg(long)]
        hide: bool,
        /// Go on where the last run was broken off.
        #[arg(long)]
        resume: bool,
    },
    /// Remove what nothing needs: boards without games, codes of modes without boards, old sessions.
    Prune {
        /// Also remove boards of changed modes and of modes that are not built in, with their games,
        /// if no game came for so many days.
        #[arg(long, value_name = "DAYS")]
        unplayed: Option<u32>,
        /// Also remove short links that were made last so many days ago or earlier; they open no more.
        /// Without this all stay
        #[arg(long, value_name = "DAYS")]
        links: Option<u32>,
        /// Say what would be removed.
        #[arg(long)]
        dry_run: bool,
    },
    /// Hide a game, all games of a player, or a board.
    Hide {
        /// The game; with --player the player, or one of the player's games; with --board the board.
        id: String,
        /// Hide all games of a player.
        #[arg(long, conflicts_with = "board")]
        player: bool,
        /// Hide a board, and accept no more games for it.
        #[arg(long)]
        board: bool,
        /// The reason, which the player sees.
        #[arg(long, default_value = "", hide_default_value = true)]
        reason: String,
        /// Show it again.
        #[arg(long)]
        undo: bool,
    },
    /// Hide all games of a player, and accept no more from this player.
    Ban {
        /// The player, or one of the player's games.
        id: String,
        /// The reason, which the player sees.
        #[arg(long, default_value = "", hide_default_value = true)]
        reason: String,
        /// Accept games again; games that are hidden stay so.
        #[arg(long)]
        undo: bool,
    },
    /// Give a player another name, which the player can't change.
    Rename {
        /// One of the player's games, or the player.
        id: String,
        /// The name.
        #[arg(required_unless_present = "undo")]
        name: Option<String>,
        /// The reason, which the player sees.
        #[arg(long, default_value = "", hide_default_value = true)]
        reason: String,
        /// Allow the player to choose a name again.
        #[arg(long, conflicts_with = "name")]
        undo: bool,
    },
    /// List the games that came last, hidden ones as well, each with its player.
    Recent {
        /// The number of games.
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(i64).range(1..=1000))]
        limit: i64,
    },
    /// List the open reports of players, or close one.
    Reports {
        /// Close this report.
        #[arg(long, value_name = "REPORT")]
        close: Option<String>,
        /// Close all reports of this game.
        #[arg(long, value_name = "GAME", conflicts_with = "close")]
        close_all: Option<String>,
    },
    /// Remove a short link.
    ForgetLink {
        /// The last part of its address, behind /s/.
        key: String,
    },
    /// List what operators did, the latest first.
    Audit {
        /// The number of lines.
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(i64).range(1..=1000))]
        limit: i64,
    },
    /// Make the token of an operator, for the page /operator.
    OperatorToken {
        /// The name of the operator, which the audit shows.
        name: String,
    },
    /// Refuse names and titles that contain a text, and list games that have such a name
    ///
    /// What looks or reads like the text is refused, too: with other capitals, accents, signs
    /// between letters, or letters and digits that look like it.
    BlockName {
        /// The text.
        #[arg(value_name = "TEXT", required_unless_present = "list")]
        pattern: Option<String>,
        /// Allow these names again.
        #[arg(long)]
        undo: bool,
        /// List the texts that are refused.
        #[arg(long, conflicts_with_all = ["pattern", "undo"])]
        list: bool,
    },
    /// Write all stored data to the output, one JSON value a line.
    Export,
    /// Copy the database, which is a file, into another file. The service may run.
    Backup {
        /// The file to make.
        #[arg(value_name = "FILE")]
        to: PathBuf,
    },
    /// Read what `export` wrote from the input: all of it, or nothing.
    Import {
        /// Take a file that can't be proven to be whole: of an older version, cut or changed.
        #[arg(long)]
        unverified: bool,
    },
}

/// The time between two lines about progress.
const BETWEEN_NEWS: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("polymerge-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let Arguments { options, command } = Arguments::parse();
    let command = command.unwrap_or(Command::Serve);
    if let Command::DefaultConfig = command {
        print!("{}", toml::to_string(&Config::default())?);
        return Ok(ExitCode::SUCCESS);
    }
    if let Command::OperatorToken { name } = &command {
        let (token, entry) = operators::token(name)?;
        println!("token of {name}, which is shown only now: {token}");
        println!("into the configuration: operators = [\"{entry}\"]");
        return Ok(ExitCode::SUCCESS);
    }
    let flags = [
        ("listen", options.listen),
        ("database", options.database),
        ("site", options.site),
        ("metrics", options.metrics),
    ];
    let mut flags: Table =
        flags.into_iter().filter_map(|(name, flag)| Some((name.to_owned(), Value::String(flag?)))).collect();
    if options.create {
        flags.insert("create".to_owned(), Value::Boolean(true));
    }
    let config = Config::read(options.config.as_deref(), variables()?, flags)?;
    if let Command::CheckConfig = command {
        print!("{}", toml::to_string(&config.without_password())?);
        return Ok(ExitCode::SUCCESS);
    }
    // Games of strangers nest as deep as their limits allow, which takes some stack.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(16 << 20).build()?;
    let done = runtime.block_on(act(command, config));
    // Games that no client waits for any more are not played to their end.
    runtime.shutdown_background();
    done
}

/// The variables of the environment that configure the service.
fn variables() -> Result<Vec<(String, String)>, String> {
    let own = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let own = own.filter(|(name, _)| name.starts_with(PREFIX));
    own.map(|(name, value)| match value.into_string() {
        Ok(value) => Ok((name, value)),
        Err(_) => Err(format!("{name}: the value is no text in UTF-8")),
    })
    .collect()
}

/// Does what needs the database, which is named where it fails.
async fn act(command: Command, config: Config) -> Result<ExitCode, Box<dyn Error>> {
    let shown = config.shown_database();
    act_on(command, config, &shown).await.map_err(|error| match error.downcast::<store::Error>() {
        Ok(error) => format!("database {shown}: {error}").into(),
        Err(other) => other,
    })
}

/// The database of a command; it is made where that is wanted.
async fn opened(command: &Command, config: &Config, shown: &str) -> Result<Store, Box<dyn Error>> {
    let address = &config.database;
    // A name that is mistyped is to be seen, not to become an empty database.
    let makes = match command {
        Command::Init => true,
        Command::Serve | Command::Import { .. } => config.create || store::is_in_memory(address),
        _ => false,
    };
    if makes {
        return Ok(Store::open(address).await?);
    }
    let store = match command {
        // A copy of a database is of its version, also before an upgrade.
        Command::Backup { .. } => Store::open_to_copy(address).await?,
        _ => Store::open_existing(address).await?,
    };
    let missing = || {
        format!(
            "database {shown}: the service has no database there; name one with --database or --config, \
             or make a new one with the command init"
        )
    };
    Ok(store.ok_or_else(missing)?)
}

async fn act_on(command: Command, config: Config, shown: &str) -> Result<ExitCode, Box<dyn Error>> {
    let store = opened(&command, &config, shown).await?;
    match command {
        Command::Serve | Command::CheckConfig | Command::DefaultConfig | Command::OperatorToken { .. } => {
            return answer(config, store).await;
        }
        Command::Reverify { hide, resume } => {
            let wishes = Wishes { hide, resume };
            let done = reverify::with_news(&store, &config, wishes, news()).await?;
            if !print_reverified(&done) {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Prune { unplayed, links, dry_run } => {
            let pruned = prune::prune(&store, prune::Wishes { unplayed, links, dry_run }).await?;
            println!("{}: {pruned}", if dry_run { "would be removed" } else { "removed" });
        }
        Command::Hide { id, player, board, reason, undo } => {
            let action = match (player, board, undo) {
                (true, _, false) => Act::HidePlayer,
                (true, _, true) => Act::ShowPlayer,
                (_, true, false) => Act::HideBoard,
                (_, true, true) => Act::ShowBoard,
                (_, _, false) => Act::Hide,
                (_, _, true) => Act::Show,
            };
            println!("{}", admin::act(&store, Action { action, id, reason, ..Action::default() }).await?);
        }
        Command::Ban { id, reason, undo } => {
            let action = if undo { Act::Unban } else { Act::Ban };
            println!("{}", admin::act(&store, Action { action, id, reason, ..Action::default() }).await?);
        }
        Command::Rename { id, name, reason, undo } => {
            let action = if undo { Act::FreeName } else { Act::Rename };
            let action = Action { action, id, reason, name: name.unwrap_or_default() };
            println!("{}", admin::act(&store, action).await?);
        }
        Command::Recent { limit } => print_recent(&store, limit).await?,
        Command::Reports { close, close_all } => {
            let action = if close.is_some() { Act::CloseReport } else { Act::CloseReports };
            match close.or(close_all) {
                Some(id) => {
                    println!("{}", admin::act(&store, Action { action, id, ..Action::default() }).await?);
                }
                None => print_reports(&store).await?,
            }
        }
        Command::ForgetLink { key } => {
            let action = Action { action: Act::ForgetLink, id: key, ..Action::default() };
            println!("{}", admin::act(&store, action).await?);
        }
        Command::Audit { limit } => {
            for line in store.audit(limit).await? {
                println!("{} {}: {}", daily::moment(line.at), line.who, line.what);
            }
        }
        Command::BlockName { pattern: None, .. } => {
            store.blocked().await?.iter().for_each(|pattern| println!("{pattern}"));
        }
        Command::BlockName { pattern: Some(pattern), undo: true, .. } => {
            for pattern in admin::unblock(&store, &pattern).await? {
                println!("allowed: names with {pattern:?}");
            }
        }
        Command::BlockName { pattern: Some(pattern), .. } => {
            let shown = admin::block(&store, &pattern).await?;
            print_blocked(&pattern, &shown);
        }
        Command::Init => println!("the database {shown} is there"),
        Command::Backup { to } => {
            let copied = store.backup(&to).await?;
            println!("{} games in {}, {} bytes", copied.games, to.display(), copied.bytes);
        }
        Command::Export => {
            let games = export::write(&store, &mut std::io::stdout().lock()).await?;
            eprintln!("{games} games of {shown}");
        }
        Command::Import { unverified } => {
            let done = export::read(&store, std::io::stdin().lock(), unverified).await?;
            print_imported(&done, shown);
        }
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Prints the result of playing all games again; returns true if nothing is left to be done.
fn print_reverified(done: &Reverified) -> bool {
    let Reverified { good, bad, bad_before, shown, unplayed } = done;
    println!("{good} games have the same result as before, {} do not", bad.len() + bad_before);
    if *bad_before > 0 {
        println!("{bad_before} of these were named before the break");
    }
    if *shown > 0 {
        println!("{shown} of these are still shown; reverify --hide hides them");
    }
    if *unplayed > 0 {
        println!(
            "{unplayed} games could not be played, so that their result is not known; they stay as they are"
        );
    }
    *shown == 0 && *unplayed == 0
}

/// Prints games that come to something else at once, and the progress to standard error.
fn news() -> impl FnMut(News<'_>) {
    let start = Instant::now();
    let (mut before, mut reported) = (None, start);
    move |news| match news {
        News::Bad(id, wrong) => println!("{id}: {wrong}"),
        News::Unplayed(id, why) => println!("{id}: could not be played: {why}"),
        News::Done(done, total) => {
            let before = *before.get_or_insert_with(|| {
                if done > 0 {
                    eprintln!("goes on behind {done} of {total} games");
                }
                done
            });
            if reported.elapsed() >= BETWEEN_NEWS {
                reported = Instant::now();
                let a_second = (done - before) as f64 / start.elapsed().as_secs_f64();
                eprintln!("{done} of {total} games, {a_second:.0} a second");
            }
        }
    }
}

/// Prints the last games: time, game, player, points, name, title.
async fn print_recent(store: &Store, limit: i64) -> Result<(), Box<dyn Error>> {
    for game in store.recent((i64::MAX, ""), limit).await? {
        let board = store.board(&game.board).await?;
        let title = board.as_ref().map(title::of_board).unwrap_or_default();
        let player = store.player_called(&game.id).await?.map(|player| player.id);
        let program =
            if game.program.is_empty() { String::new() } else { format!(" by program {}", game.program) };
        println!(
            "{} {} player {} {} points \"{}\"{program} on {} \"{title}\"{}",
            daily::moment(game.created),
            game.id,
            player.as_deref().unwrap_or("erased"),
            game.score,
            game.name,
            game.board,
            if game.hidden { " hidden" } else { "" }
        );
    }
    Ok(())
}

async fn print_reports(store: &Store) -> Result<(), Box<dyn Error>> {
    let (mut at, mut id) = (i64::MIN, String::new());
    loop {
        let reports = store.reports((at, &id), 1000).await?;
        let Some(last) = reports.last() else { return Ok(()) };
        (at, id) = (last.at, last.id.clone());
        for report in &reports {
            print_report(store, report).await?;
        }
    }
}

async fn print_report(store: &Store, report: &Report) -> Result<(), Box<dyn Error>> {
    let name = store.score(&report.score).await?.map_or_else(String::new, |game| game.name);
    println!(
        "{} {} game {} \"{name}\" {}: {}",
        daily::moment(report.at),
        report.id,
        report.score,
        report.kind,
        report.words.replace('\n', " / ")
    );
    Ok(())
}

fn print_blocked(pattern: &str, shown: &admin::Shown) {
    println!("blocked: names with {pattern:?}; games that are shown with one: {}", shown.games.len());
    for (id, name) in &shown.games {
        println!("{id} {name}");
    }
    if !shown.boards.is_empty() {
        println!("boards whose title has it: {}", shown.boards.len());
    }
    for (id, title) in &shown.boards {
        println!("{id} {title}");
    }
}

fn print_imported(done: &export::Imported, shown: &str) {
    println!("{} games were new in {shown}", done.new);
    if let Some(doubt) = &done.doubt {
        eprintln!("note: {doubt}; games may be missing");
    }
    if done.without_board > 0 {
        eprintln!(
            "note: {} games could not be imported, since their boards are not in the file",
            done.without_board
        );
    }
    if done.other_links > 0 {
        eprintln!(
            "note: {} links could not be imported, since their keys lead to other links here",
            done.other_links
        );
    }
    if done.other_secret {
        eprintln!(
            "note: this database had games and keeps its own secret of the daily games: the seeds of days \
             are not those of the export"
        );
    }
}

/// Answers until a signal ends the process; a second signal ends it at once.
async fn answer(config: Config, store: Store) -> Result<ExitCode, Box<dyn Error>> {
    polymerge_server::log::start(config.log_level, config.log_format)?;
    let listener = TcpListener::bind(config.listen).await;
    let listener = listener.map_err(|error| format!("can't listen on {}: {error}", config.listen))?;
    let (counters, site, database) =
        (config.metrics.clone(), config.site.display().to_string(), config.shown_database());
    // All connections are those of the proxies, if there are some.
    let most = (config.trusted_hops == 0).then_some(config.connections_per_client);
    let behind = match store.latest().await? {
        Some(latest) => daily::begin_behind(latest),
        None => 0,
    };
    // Clocks of several machines differ by little.
    if behind > 2_000 {
        let then = match behind > daily::HELD {
            true => "the service goes on with the time of the clock; set it if it is wrong",
            false => "the time stands still until then; set the clock",
        };
        tracing::warn!("the clock is {} seconds behind the time of the latest game: {then}", behind / 1_000);
    }
    let service = Service::new(config, store.clone()).await?;
    if !counters.is_empty() {
        let listener = TcpListener::bind(&counters).await;
        let listener = listener.map_err(|error| format!("can't listen on {counters}: {error}"))?;
        let router = serve::metrics(Arc::clone(&service));
        tokio::spawn(serve::serve(listener, router, None, Arc::default(), std::future::pending()));
    }
    tokio::spawn(serve::maintain(Arc::clone(&service)));
    let or_none = |text: &str| if text.is_empty() { "none" } else { text }.to_owned();
    tracing::info!(
        "answers on http://{}; database {database}; site {}; metrics {}",
        listener.local_addr()?,
        or_none(&site),
        or_none(&counters)
    );
    let stop = Notify::new();
    let serving = async {
        let metrics = Arc::clone(&service.metrics);
        serve::serve(listener, router(service), most, metrics, stop.notified()).await;
        store.close().await;
    };
    tokio::select! {
        () = serving => {
            tracing::info!("stopped");
            Ok(ExitCode::SUCCESS)
        }
        () = serve::two_signals(&stop) => {
            tracing::warn!("stopped at once; requests were not finished");
            Ok(ExitCode::FAILURE)
        }
    }
}
