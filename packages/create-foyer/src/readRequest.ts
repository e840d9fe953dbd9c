import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { InputError } from './InputError.js'
import { type Template, usualTemplate } from './templates.js'

/** What is to be made, and where. */
export interface ProjectRequest {
  /** As it was typed. */
  readonly folder: string
  /** Of the project's package. */
  readonly name: string
  readonly template: string
}

export interface ReadRequestParameters {
  /** What was typed after the command. */
  readonly args: readonly string[]
  readonly templates: readonly Template[]
  /** Asks at the terminal; undefined where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

const usualFolder = 'my-dapp'

/**
 * Reads what is to be made from what was typed, and asks for what is missing where there is a terminal.
 * @returns undefined where help was asked for
 * @throws InputError which names what can't be used
 * @example await readRequest({ args: ['my-dapp', '--template', 'headless'], templates })
 */
export async function readRequest({
  args,
  templates,
  ask,
}: ReadRequestParameters): Promise<ProjectRequest | undefined> {
  const { values, positionals } = parsed(args)
  if (values.help) return undefined
  const [typed, ...others] = positionals
  if (others.length > 0)
    throw new InputError({ field: 'folder', problem: `one is made, but ${positionals.join(', ')} were named.` })
  const folder = typed ?? (await asked({ ask, question: `Folder (${usualFolder}): `, usual: usualFolder }))
  if (folder === undefined)
    throw new InputError({ field: 'folder', problem: 'is missing. Name it: npm create foyer my-dapp' })
  const name = nameOf(folder)
  const choice = values.template ?? (await asked({ ask, question: questionOf(templates), usual: usualTemplate }))
  return { folder, name, template: templateOf({ choice: choice ?? usualTemplate, templates }) }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    // It says which argument isn't known, or lacks its value.
    throw new InputError({ field: 'arguments', problem: error instanceof Error ? error.message : String(error) })
  }
}

async function asked({
  ask,
  question,
  usual,
}: {
  readonly ask: ReadRequestParameters['ask']
  readonly question: string
  readonly usual: string
}): Promise<string | undefined> {
  return ask && ((await ask(question)).trim() || usual)
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

/** What a package may be called at the registry, without a scope. */
const packageName = /^[a-z0-9][a-z0-9._-]{0,213}$/

/** The name of a project's package: its folder's. */
function nameOf(folder: string): string {
  const name = basename(resolve(folder)).toLowerCase().replaceAll(' ', '-')
  if (packageName.test(name)) return name
  const problem = `"${name}" can't be a package's name. Use Latin letters, digits, hyphens, dots and underscores, with a letter or a digit first.`
  throw new InputError({ field: 'folder', problem })
}
