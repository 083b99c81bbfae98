// The extension: it starts `polymerge lsp` for mode files, and finds out which files are some.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { isMode } = require("./recognise");

const LANGUAGE = "polymerge-mode";

let client;

async function start() {
  const command = vscode.workspace.getConfiguration("polymerge").get("command", "polymerge");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  const options = { documentSelector: [{ language: LANGUAGE }] };
  client = new LanguageClient("polymerge", "Polymerge", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const settings = "Open Settings";
    const message = `Polymerge: ${command} could not be started (${error.message ?? error}). Install it, or set polymerge.command.`;
    if ((await vscode.window.showErrorMessage(message, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "polymerge.command");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function recognise(document) {
  const wanted = vscode.workspace.getConfiguration("polymerge", document).get("recognise", true);
  const isJson = document.languageId === "jsonc" || document.languageId === "json";
  if (wanted && isJson && isMode(document.getText())) {
    await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("polymerge.useForFile", async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document) await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    }),
    vscode.commands.registerCommand("polymerge.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidOpenTextDocument(recognise),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("polymerge.command")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
  await Promise.all(vscode.workspace.textDocuments.map(recognise));
}

module.exports = { activate, deactivate: stop };
