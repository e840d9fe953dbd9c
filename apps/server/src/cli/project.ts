import { parseArgs } from 'node:util'
import type { Command, CommandContext } from '@foyer/service/cli/command'
import { UsageError } from '@foyer/service/cli/command'
import { meantWord } from '@foyer/service/cli/meantWord'
import * as v from 'valibot'
import type { Administration, DayOfProject } from '../admin/administration.js'
import { toAdminProject } from '../admin/adminWire.js'
import { callableInLine, linesOfCallable } from '../projects/callable.js'
import { type ProjectFeature, projectFeatures } from '../projects/features.js'
import { type Project, ProjectChanges, ProjectConfig } from '../projects/project.js'
import { openAdministration } from './openAdministration.js'

/** The context of a part of the command. */
interface Part extends Pick<CommandContext, 'print'> {
  readonly administration: Administration
  /** the arguments after its name */
  readonly values: readonly string[]
  readonly json: boolean
  readonly yes: boolean
}

const parts: ReadonlyMap<string, (part: Part) => Promise<void>> = new Map([
  ['list', list],
  ['show', show],
  ['create', create],
  ['allow', allow],
  ['disallow', disallow],
  ['vouch', vouch],
  ['unvouch', unvouch],
  ['set', set],
  ['remove', remove],
])

/** Administers projects: in the database, or through the server that holds it. */
export const project: Command = {
  name: 'project',
  usage:
    'list | show ID | create ID [NAME] [ORIGIN…] [KEY=VALUE…] | allow ID ORIGIN… | disallow ID ORIGIN… | vouch ID ORIGIN… | unvouch ID ORIGIN… | set ID KEY=VALUE… | remove ID --yes   [--json]',
  summary: `Administers projects. Keys: name, url, icon, daily-requests (a number or none), callable (contracts whose functions keys may be granted, such as eip155:1,0x…,0x70e87aaf;… or none), and on or off: analytics, development, ${projectFeatures.join(', ')}.`,
  async run({ args, env, print }) {
    const { name, ...words } = readWords(args)
    const part = parts.get(name)
    if (part === undefined) throw new UsageError(`project needs one of ${[...parts.keys()].join(', ')}.`)
    const { administration, close } = await openAdministration({ env })
    try {
      await part({ ...words, administration, print })
    } finally {
      await close()
    }
    return 0
  },
}

function readWords(args: readonly string[]): { name: string } & Pick<Part, 'values' | 'json' | 'yes'> {
  try {
    const options = { json: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [name = '', ...rest] = positionals
    return { name, values: rest, ...values }
  } catch {
    throw new UsageError('project knows the options --json and --yes only.')
  }
}

async function list({ administration, values, json, print }: Part): Promise<void> {
  if (values.length > 0) throw new UsageError('project list takes nothing more.')
  const projects = await administration.list()
  if (json) return print(written(projects.map(toAdminProject)))
  if (projects.length === 0) return print('There is no project yet. Create one: foyer-server project create my-dapp\n')
  const width = Math.max(...projects.map(({ id }) => id.length))
  print(projects.map(({ id, name }) => `${id.padEnd(width)}  ${name}\n`).join(''))
}

async function show({ administration, values, json, print }: Part): Promise<void> {
  const [id] = only({ values, count: 1, sentence: 'project show needs one id.' })
  const [found, days] = await Promise.all([administration.read(id), administration.days(id)])
  print(json ? written({ ...toAdminProject(found), days }) : describe(found, days))
}

async function create({ administration, values: [id, ...words], json, print }: Part): Promise<void> {
  if (id === undefined) throw new UsageError('project create needs an id.')
  const isSetting = (word: string) => /^[a-zA-Z-]+=/.test(word)
  const isOrigin = (word: string) => word.includes('://') || word.startsWith('*.')
  const [name = id, ...more] = words.filter((word) => !isSetting(word) && !isOrigin(word))
  if (more.length > 0) throw new UsageError('project create takes one name; put quotes around it.')
  const { featuresOff, ...settings } = readSettings(words.filter(isSetting))
  const off = featuresOff?.([])
  const said = { id, name, allowedOrigins: words.filter((word) => !isSetting(word) && isOrigin(word)), ...settings }
  const project = parsed(ProjectConfig, off === undefined ? said : { ...said, featuresOff: off })
  printProject({ project: await administration.create(project), json, print })
}

async function allow({ administration, values, json, print }: Part): Promise<void> {
  const [id, ...origins] = atLeast({ values, sentence: 'project allow needs an id and at least one origin.' })
  const changes = parsed(ProjectChanges, { allow: origins })
  printProject({ project: await administration.change({ id, changes }), json, print })
}

async function disallow({ administration, values, json, print }: Part): Promise<void> {
  const [id, ...origins] = atLeast({ values, sentence: 'project disallow needs an id and at least one origin.' })
  const { allowedOrigins } = await administration.read(id)
  const stranger = origins.find((origin) => !allowedOrigins.includes(origin))
  if (stranger !== undefined) throw new UsageError(`The project doesn't allow ${stranger} anyway.`)
  const changes = parsed(ProjectChanges, { disallow: origins })
  printProject({ project: await administration.change({ id, changes }), json, print })
}

async function vouch({ administration, values, json, print }: Part): Promise<void> {
  const [id, ...origins] = atLeast({ values, sentence: 'project vouch needs an id and at least one origin.' })
  const changes = parsed(ProjectChanges, { vouch: origins })
  printProject({ project: await administration.change({ id, changes }), json, print })
}

async function unvouch({ administration, values, json, print }: Part): Promise<void> {
  const [id, ...origins] = atLeast({ values, sentence: 'project unvouch needs an id and at least one origin.' })
  const changes = parsed(ProjectChanges, { unvouch: origins })
  const { vouchedOrigins } = await administration.read(id)
  const stranger = changes.unvouch?.find((origin) => !vouchedOrigins.includes(origin))
  if (stranger !== undefined) throw new UsageError(`The project doesn't vouch for ${stranger} anyway.`)
  printProject({ project: await administration.change({ id, changes }), json, print })
}

async function set({ administration, values, json, print }: Part): Promise<void> {
  const [id, ...words] = atLeast({ values, sentence: 'project set needs an id and at least one KEY=VALUE.' })
  const { featuresOff, ...settings } = readSettings(words)
  const off = featuresOff?.((await administration.read(id)).featuresOff)
  const changes = parsed(ProjectChanges, off === undefined ? settings : { ...settings, featuresOff: off })
  printProject({ project: await administration.change({ id, changes }), json, print })
}

async function remove({ administration, values, json, yes, print }: Part): Promise<void> {
  const [id] = only({ values, count: 1, sentence: 'project remove needs one id.' })
  if (!yes) throw new UsageError('Its events, smart sessions and counts go with it, for good. Say --yes to remove it.')
  await administration.remove(id)
  print(json ? written({ removed: id }) : `Removed ${id}.\n`)
}

/** The keys that `KEY=VALUE` can set. */
const keys = ['name', 'url', 'icon', 'daily-requests', 'callable', 'analytics', 'development', ...projectFeatures]

interface Settings {
  name?: string
  url?: string | null
  iconUrl?: string | null
  dailyRequests?: number | null
  analyticsEnabled?: boolean
  development?: boolean
  callable?: readonly ReturnType<typeof callableInLine>[]
  /** from those that are off to those that will be */
  featuresOff?: (before: readonly ProjectFeature[]) => readonly ProjectFeature[]
}

function readSettings(words: readonly string[]): Settings {
  const settings: Settings = {}
  const switched = new Map<ProjectFeature, boolean>()
  for (const word of words) {
    const at = word.indexOf('=')
    const [key, value] = [word.slice(0, Math.max(at, 0)), word.slice(at + 1)]
    const feature = projectFeatures.find((each) => each === key)
    if (feature !== undefined) switched.set(feature, isOn({ key, value }))
    else if (key === 'name') settings.name = value
    else if (key === 'url') settings.url = value === '' || value === 'none' ? null : value
    else if (key === 'icon') settings.iconUrl = value === '' || value === 'none' ? null : value
    else if (key === 'daily-requests') settings.dailyRequests = value === 'none' ? null : Number(value)
    else if (key === 'callable') settings.callable = value === 'none' ? [] : value.split(';').map(callableInLine)
    else if (key === 'analytics') settings.analyticsEnabled = isOn({ key, value })
    else if (key === 'development') settings.development = isOn({ key, value })
    else throw new UsageError(at > 0 ? `"${key}" is no key. ${meantWord(key, keys)}` : `"${word}" is no KEY=VALUE.`)
  }
  if (switched.size === 0) return settings
  const featuresOff = (before: readonly ProjectFeature[]) =>
    projectFeatures.filter((feature) => !(switched.get(feature) ?? !before.includes(feature)))
  return { ...settings, featuresOff }
}

function isOn({ key, value }: { key: string; value: string }): boolean {
  if (value !== 'on' && value !== 'off') throw new UsageError(`${key} must be on or off.`)
  return value === 'on'
}

function parsed<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new UsageError(`${v.getDotPath(issue) ?? 'The project'} ${issue.message}.`)
}

function only({ values, count, sentence }: { values: readonly string[]; count: number; sentence: string }): [string] {
  const [first] = values
  if (first === undefined || values.length !== count) throw new UsageError(sentence)
  return [first]
}

function atLeast({ values, sentence }: { values: readonly string[]; sentence: string }): [string, ...string[]] {
  const [first, ...rest] = values
  if (first === undefined || rest.length === 0) throw new UsageError(sentence)
  return [first, ...rest]
}

const written = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function printProject(request: { project: Project; json: boolean; print: (text: string) => void }): void {
  const { project: done, json, print } = request
  print(json ? written(toAdminProject(done)) : describe(done))
}

function describe(project: Project, days?: readonly DayOfProject[]): string {
  const { id, name, url, iconUrl, analyticsEnabled, development, dailyRequests, featuresOff } = project
  const requests = days?.reduce((sum, day) => sum + day.requests, 0)
  const lines: readonly (readonly [string, string])[] = [
    ['id', id],
    ['name', name],
    ['origins', listed(project.allowedOrigins)],
    ['vouched', listed(project.vouchedOrigins)],
    ['callable', listed(linesOfCallable(project.callable))],
    ['analytics', analyticsEnabled ? 'on' : 'off'],
    ['development', development ? 'on' : 'off'],
    ['daily-requests', dailyRequests === null ? 'none' : String(dailyRequests)],
    ['features off', featuresOff.length === 0 ? 'none' : featuresOff.join(', ')],
    ...(url === null ? [] : [['url', url] as const]),
    ...(iconUrl === null ? [] : [['icon', iconUrl] as const]),
    ...(days === undefined ? [] : [['requests', `${days[0]?.requests ?? 0} today, ${requests} in 30 days`] as const]),
  ]
  return lines.map(([key, value]) => `${key.padEnd(16)}${value}\n`).join('')
}

const listed = (origins: readonly string[]): string =>
  origins.length === 0 ? 'none' : origins.join('\n                ')
