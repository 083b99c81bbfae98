//! The command `polymerge-server`.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use polymerge_server::api::{router, Service};
use polymerge_server::config::{Config, PREFIX};
use polymerge_server::moderation::{Act, Action};
use polymerge_server::store::{self, Store};
use polymerge_server::{admin, daily, export, operators, serve, title};
use tokio::net::TcpListener;
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
    /// Check the configuration, and print the result.
    CheckConfig,
    /// Print the default configuration.
    DefaultConfig,
    /// Play all games again, and note for each whether its result is unchanged.
    Reverify {
        /// Hide games that have another result.
        #[arg(long)]
        hide: bool,
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
    /// Read what `export` wrote from the input: all of it, or nothing.
    Import {
        /// Take a file that can't be proven to be whole: of an older version, cut or changed.
        #[arg(long)]
        unverified: bool,
    },
}

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
    let flags: Table =
        flags.into_iter().filter_map(|(name, flag)| Some((name.to_owned(), Value::String(flag?)))).collect();
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

async fn act_on(command: Command, config: Config, shown: &str) -> Result<ExitCode, Box<dyn Error>> {
    // A name that is mistyped is to be seen, not to become an empty database.
    let store = match command {
        Command::Serve | Command::Import { .. } => Store::open(&config.database).await?,
        _ => Store::open_existing(&config.database).await?.ok_or_else(|| {
            format!(
                "database {shown}: the service has no database there; name one with --database or --config"
            )
        })?,
    };
    match command {
        Command::Serve | Command::CheckConfig | Command::DefaultConfig | Command::OperatorToken { .. } => {
            return answer(config, store).await
        }
        Command::Reverify { hide } => {
            let admin::Reverified { good, bad } = admin::reverify(&store, &config, hide).await?;
            println!("{good} games have the same result as before, {} do not", bad.len());
            for (id, wrong) in &bad {
                println!("{id}: {wrong}");
            }
            if !bad.is_empty() && !hide {
                println!("they are still shown; reverify --hide hides them");
                return Ok(ExitCode::FAILURE);
            }
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
        Command::Reports { close: Some(id) } => {
            let action = Action { action: Act::CloseReport, id, ..Action::default() };
            println!("{}", admin::act(&store, action).await?);
        }
        Command::Reports { close: None } => print_reports(&store).await?,
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
    for report in store.reports(1000).await? {
        let name = store.score(&report.score).await?.map_or_else(String::new, |game| game.name);
        println!(
            "{} {} game {} \"{name}\" {}: {}",
            daily::moment(report.at),
            report.id,
            report.score,
            report.kind,
            report.words.replace('\n', " / ")
        );
    }
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
    if done.other_secret {
        eprintln!(
            "note: this database had games and keeps its own secret of the daily games: the seeds of days \
             are not those of the export"
        );
    }
}

/// Answers until a signal ends the process; a second signal ends it at once.
async fn answer(config: Config, store: Store) -> Result<ExitCode, Box<dyn Error>> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let listener = TcpListener::bind(config.listen).await;
    let listener = listener.map_err(|error| format!("can't listen on {}: {error}", config.listen))?;
    let (counters, site, database) =
        (config.metrics.clone(), config.site.display().to_string(), config.shown_database());
    // All connections are those of the proxies, if there are some.
    let most = if config.trusted_hops > 0 { usize::MAX } else { config.connections_per_client };
    let service = Service::new(config, store.clone()).await?;
    if !counters.is_empty() {
        let listener = TcpListener::bind(&counters).await;
        let listener = listener.map_err(|error| format!("can't listen on {counters}: {error}"))?;
        let router = serve::metrics(Arc::clone(&service));
        tokio::spawn(serve::serve(listener, router, usize::MAX, std::future::pending()));
    }
    tokio::spawn(serve::maintain(Arc::clone(&service)));
    let or_none = |text: &str| if text.is_empty() { "none" } else { text }.to_owned();
    tracing::info!(
        "answers on http://{}; database {database}; site {}; metrics {}",
        listener.local_addr()?,
        or_none(&site),
        or_none(&counters)
    );
    let serving = async {
        serve::serve(listener, router(service), most, serve::end_signal()).await;
        store.close().await;
    };
    tokio::select! {
        () = serving => {
            tracing::info!("stopped");
            Ok(ExitCode::SUCCESS)
        }
        () = serve::second_signal() => {
            tracing::warn!("stopped at once; requests were not finished");
            Ok(ExitCode::FAILURE)
        }
    }
}
