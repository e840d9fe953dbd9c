#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { createProject, refuseFull } from './createProject.js'
import { InputError } from './InputError.js'
import { readRequest } from './readRequest.js'
import { readTemplates, type Template } from './templates.js'
import { openTerminal, StoppedError } from './terminal.js'

const folderOfTemplates = fileURLToPath(new URL('templates', import.meta.url))

const helpOf = (templates: readonly Template[]): string =>
  `npm create foyer [folder] [-- --template name]

Makes a small dapp that connects wallets. What isn't named is asked for.

  -t, --template name   one of those below; ${templates[0]?.name} unless said
  -h, --help            shows this

${templates.map(({ name, description }) => `  ${name.padEnd(16)}${description}`).join('\n')}`

async function main(): Promise<void> {
  const templates = await readTemplates(folderOfTemplates)
  const { stdin: input, stdout: output, argv } = process
  const terminal = input.isTTY ? openTerminal({ input, output }) : undefined
  const request = await readRequest({ args: argv.slice(2), templates, terminal, refuse: refuseFull }).finally(() =>
    terminal?.close(),
  )
  if (!request) return console.log(helpOf(templates))
  await createProject(request, folderOfTemplates)
  const { folder, template } = request
  const quoted = /\s/.test(folder) ? `"${folder}"` : folder
  console.log(`\n${folder} is there, made of ${template}. Next:\n\n  cd ${quoted}\n  npm install\n  npm run dev\n`)
}

main().catch((error: unknown) => {
  // What was typed is said in a line; anything else is a fault, with its stack.
  const isSaid = error instanceof InputError || error instanceof StoppedError
  console.error(isSaid ? error.message : error)
  // As a shell has it for Ctrl-C.
  process.exitCode = error instanceof StoppedError ? 130 : 1
})
