import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { InputError } from './InputError.js'
import { type Template, usualTemplate } from './templates.js'
import type { Terminal } from './terminal.js'

/** The project to be made, and its place. */
export interface ProjectRequest {
  /** As it was typed. */
  readonly folder: string
  /** Of the project's package. */
  readonly name: string
  readonly template: string
}

export interface ReadRequestParameters {
  /** The arguments typed after the command. */
  readonly args: readonly string[]
  readonly templates: readonly Template[]
  /** Where there is none, nothing is asked. */
  readonly terminal?: Pick<Terminal, 'ask' | 'print'> | undefined
  /** Refuses a folder that can't be written into, by an InputError. */
  readonly refuse: (folder: string) => Promise<void>
}

const usualFolder = 'my-dapp'

/**
 * Reads what is to be made from what was typed, and asks for what is missing where there is a terminal, until the answer can be used.
 * @returns undefined where help was asked for
 * @throws InputError which names what can't be used of what was typed · StoppedError
 * @example await readRequest({ args: ['my-dapp', '--template', 'headless'], templates, refuse: refuseFull })
 */
export async function readRequest({
  args,
  templates,
  terminal,
  refuse,
}: ReadRequestParameters): Promise<ProjectRequest | undefined> {
  const { help, folder: typed, template } = parsed(args)
  if (help) return undefined
  const readFolder = async (folder: string) => {
    const name = nameOf(folder)
    await refuse(folder)
    return { folder, name }
  }
  const readTemplate = async (choice: string) => templateOf({ choice, templates })
  if (typed === undefined && !terminal)
    throw new InputError({ field: 'folder', problem: 'is missing. Name it: npm create foyer my-dapp' })
  const place =
    typed !== undefined || !terminal
      ? await readFolder(typed ?? usualFolder)
      : await asked({ terminal, question: `Folder (${usualFolder}): `, usual: usualFolder, read: readFolder })
  const chosen =
    template !== undefined || !terminal
      ? await readTemplate(template ?? usualTemplate)
      : await asked({ terminal, question: questionOf(templates), usual: usualTemplate, read: readTemplate })
  return { ...place, template: chosen }
}

/** @throws InputError for an option that there isn't, or that lacks its value */
function parsed(args: readonly string[]) {
  const refused = (problem: string) => new InputError({ field: 'arguments', problem })
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  let template: string | undefined
  let help = false
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (token.name === 'help') help = true
    else if (token.name !== 'template')
      throw refused(`there is no option ${token.rawName}. There are --template (-t) and --help (-h).`)
    else if (token.value === undefined) throw refused(`${token.rawName} lacks the name of a template.`)
    else template = token.value
  }
  if (positionals.length > 1)
    throw new InputError({ field: 'folder', problem: `one is made, but ${positionals.join(', ')} were named.` })
  return { help, template, folder: positionals[0] }
}

/** Asks until the answer can be used, and says what is wrong with one that can't. */
async function asked<T>({
  terminal,
  question,
  usual,
  read,
}: {
  readonly terminal: Pick<Terminal, 'ask' | 'print'>
  readonly question: string
  readonly usual: string
  readonly read: (answer: string) => Promise<T>
}): Promise<T> {
  for (;;) {
    try {
      return await read((await terminal.ask(question)).trim() || usual)
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      terminal.print(error.message)
    }
  }
}

const questionOf = (templates: readonly Template[]): string =>
  `${templates.map(({ name, description }, at) => `  ${at + 1}  ${name}: ${description}\n`).join('')}Template (1): `

/** A template by its name, or by its number in the question. */
function templateOf({
  choice,
  templates,
}: {
  readonly choice: string
  readonly templates: readonly Template[]
}): string {
  const chosen = templates.find(({ name }, at) => choice === name || choice === `${at + 1}`)
  if (chosen) return chosen.name
  const names = templates.map(({ name }) => name).join(', ')
  throw new InputError({ field: 'template', problem: `there is none called "${choice}". There are: ${names}.` })
}

/** The names of a package at the registry, without a scope. */
const packageName = /^[a-z0-9][a-z0-9._-]{0,213}$/

/** The name of a project's package: its folder's. */
function nameOf(folder: string): string {
  const name = basename(resolve(folder)).toLowerCase().replaceAll(' ', '-')
  if (packageName.test(name)) return name
  const problem = `"${name}" can't be a package's name. Use Latin letters, digits, hyphens, dots and underscores, with a letter or a digit first.`
  throw new InputError({ field: 'folder', problem })
}
