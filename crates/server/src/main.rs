//! The command `polymerge-server`.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand};
use polymerge_server::api::{router, Service};
use polymerge_server::config::{Config, PREFIX};
use polymerge_server::store::Store;
use polymerge_server::{admin, serve};
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
    /// The file with the configuration
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    /// Address and port to answer on
    #[arg(long, global = true)]
    listen: Option<String>,
    /// sqlite:FILE, or postgres://...
    #[arg(long, global = true)]
    database: Option<String>,
    /// A folder to serve beside the API
    #[arg(long, global = true)]
    site: Option<String>,
    /// Address and port of the counters
    #[arg(long, global = true)]
    metrics: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Answer (if no command is given)
    Serve,
    /// Check the configuration, and print the result
    CheckConfig,
    /// Print the default configuration
    DefaultConfig,
    /// Play all games again, and note for each whether its result is unchanged
    Reverify {
        /// Hide games that have another result
        #[arg(long)]
        hide: bool,
    },
    /// Hide a game from the boards
    Hide {
        /// The game
        id: String,
        /// Show it again
        #[arg(long)]
        undo: bool,
    },
    /// Give a game another name
    Rename {
        /// The game
        id: String,
        /// The name
        name: String,
    },
    /// Refuse names that contain a text, and list games that have such a name
    BlockName {
        /// The text, in small or capital letters
        #[arg(value_name = "TEXT", required_unless_present = "list")]
        pattern: Option<String>,
        /// Allow these names again
        #[arg(long)]
        undo: bool,
        /// List the texts that are refused
        #[arg(long, conflicts_with_all = ["pattern", "undo"])]
        list: bool,
    },
    /// Write all stored data to the output, one JSON value a line
    Export,
    /// Read what `export` wrote from the input
    Import,
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
    let flags = [
        ("listen", options.listen),
        ("database", options.database),
        ("site", options.site),
        ("metrics", options.metrics),
    ];
    let flags: Table =
        flags.into_iter().filter_map(|(name, flag)| Some((name.to_owned(), Value::String(flag?)))).collect();
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok().filter(|name| name.starts_with(PREFIX))?;
        Some((name, value.to_string_lossy().into_owned()))
    });
    let config = Config::read(options.config.as_deref(), variables, flags)?;
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

/// Does what needs the database.
async fn act(command: Command, config: Config) -> Result<ExitCode, Box<dyn Error>> {
    let shown = config.shown_database();
    let failed = |error| format!("database {shown}: {error}");
    // A name that is mistyped is to be seen, not to become an empty database.
    let store = match command {
        Command::Serve | Command::Import => Store::open(&config.database).await.map_err(failed)?,
        _ => Store::open_existing(&config.database).await.map_err(failed)?.ok_or_else(|| {
            format!(
                "database {shown}: the service has no database there; name one with --database or --config"
            )
        })?,
    };
    match command {
        Command::Serve | Command::CheckConfig | Command::DefaultConfig => return answer(config, store).await,
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
        Command::Hide { id, undo } => println!("{}", admin::hide(&store, &id, !undo).await?),
        Command::Rename { id, name } => println!("{}", admin::rename(&store, &id, &name).await?),
        Command::BlockName { pattern: None, .. } => {
            store.blocked().await?.iter().for_each(|pattern| println!("{pattern}"));
        }
        Command::BlockName { pattern: Some(pattern), undo: true, .. } => {
            admin::unblock(&store, &pattern).await?;
            println!("allowed: names with {pattern:?}");
        }
        Command::BlockName { pattern: Some(pattern), .. } => {
            let games = admin::block(&store, &pattern).await?;
            println!("blocked: names with {pattern:?}; games that are shown with one: {}", games.len());
            for (id, name) in games {
                println!("{id} {name}");
            }
        }
        Command::Export => {
            let games = admin::export(&store, &mut std::io::stdout().lock()).await?;
            eprintln!("{games} games of {shown}");
        }
        Command::Import => {
            let done = admin::import(&store, std::io::stdin().lock()).await?;
            println!("{} games were new in {shown}", done.new);
            if done.other_secret {
                eprintln!(
                    "note: this database had games and keeps its own secret of the daily games: the seeds \
                     of days are not those of the export"
                );
            }
        }
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Answers until the process is told to end; at once if it is told so twice.
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
    tokio::spawn(serve::keep_house(Arc::clone(&service)));
    let or_none = |text: &str| if text.is_empty() { "none" } else { text }.to_owned();
    tracing::info!(
        "answers on http://{}; database {database}; site {}; metrics {}",
        listener.local_addr()?,
        or_none(&site),
        or_none(&counters)
    );
    let serving = async {
        serve::serve(listener, router(service), most, serve::told_to_end()).await;
        store.close().await;
    };
    tokio::select! {
        () = serving => {
            tracing::info!("stopped");
            Ok(ExitCode::SUCCESS)
        }
        () = serve::told_to_end_twice() => {
            tracing::warn!("stopped at once; requests were not finished");
            Ok(ExitCode::FAILURE)
        }
    }
}
