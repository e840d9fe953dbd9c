#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { createProject } from './createProject.js'
import { InputError } from './InputError.js'
import { readRequest } from './readRequest.js'
import { readTemplates, type Template } from './templates.js'

const folderOfTemplates = fileURLToPath(new URL('templates', import.meta.url))

const helpOf = (templates: readonly Template[]): string =>
  `npm create foyer [folder] [-- --template name]

Makes a small dapp that connects wallets. What isn't named is asked for.

${templates.map(({ name, description }) => `  ${name.padEnd(16)}${description}`).join('\n')}`

async function main(): Promise<void> {
  const templates = await readTemplates(folderOfTemplates)
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  try {
    const args = process.argv.slice(2)
    const request = await readRequest({ args, templates, ask: terminal && ((question) => terminal.question(question)) })
    if (!request) return console.log(helpOf(templates))
    await createProject(request, folderOfTemplates)
    const { folder, template } = request
    const quoted = /\s/.test(folder) ? `"${folder}"` : folder
    console.log(`\n${folder} is there, made of ${template}. Next:\n\n  cd ${quoted}\n  npm install\n  npm run dev\n`)
  } finally {
    terminal?.close()
  }
}

main().catch((error: unknown) => {
  // What was typed is said in a line; anything else is a fault, with its stack.
  console.error(error instanceof InputError ? error.message : error)
  process.exitCode = 1
})
