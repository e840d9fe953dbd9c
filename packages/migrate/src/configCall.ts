import type { ObjectExpression, ObjectProperty } from '@babel/types'
import { applyEdits, type Edit } from './edits.js'
import type { Moved, MoveParameters } from './hookCalls.js'
import type { NewImports } from './newImports.js'
import { type Located, located, type Source, textOf } from './source.js'
import { readValue, stringOf } from './value.js'

/** What a dapp says of itself. */
export interface DappMetadata {
  readonly name?: string
  readonly description?: string
  readonly url?: string
  readonly icons?: string
}

const metadataKeys = { appName: 'name', appDescription: 'description', appUrl: 'url', appIcon: 'icons' } as const
const isMetadata = (key: string): key is keyof typeof metadataKeys => key in metadataKeys

const anchor = 'set-up'

/** Moves a config of the peer's own making to wagmi's `createConfig`; its other keys stay where they are. */
export function moveConfig({
  source,
  peer,
  imports,
  reference,
}: MoveParameters):
  | Exclude<Moved, { edits: unknown }>
  | { readonly edits: readonly Edit[]; readonly metadata: DappMetadata } {
  const { config } = peer
  const left = (problem: string) => ({ problem, anchor })
  const call = source.parents.get(reference)
  const [options, ...more] = call?.type === 'CallExpression' && call.callee === reference ? call.arguments : []
  if (!call || options?.type !== 'ObjectExpression' || more.length > 0)
    return left(`${config.function} isn't called with an object that is written out`)
  const outer = source.parents.get(call)
  const made =
    outer?.type === 'CallExpression' &&
    outer.arguments.length === 1 &&
    outer.callee.type === 'Identifier' &&
    outer.callee.name === 'createConfig'
  if (config.wrapped && !made) return left(`what ${config.function} answers with isn't given to createConfig as it is`)
  const metadata: Record<string, string> = {}
  for (const property of options.properties) {
    const key = keyOf(property)
    if (property.type !== 'ObjectProperty' || key === undefined)
      return left(`the options of ${config.function} aren't all plain keys`)
    if (isMetadata(key)) {
      const said = stringOf(readValue(property.value))
      if (said === undefined) return left(`the option ${key} of ${config.function} isn't a plain text`)
      metadata[metadataKeys[key]] = said
    } else if (key !== config.projectId && !config.kept.includes(key))
      return left(`the option ${key} of ${config.function} isn't understood`)
  }
  const chains = propertyOf(options, 'chains')
  if (!chains) return left(`${config.function} is given no chains`)
  const edits = optionEdits({ source, imports, options, chains, projectId: config.projectId })
  if (config.wrapped && outer) edits.splice(0, Infinity, unwrapped({ source, outer, options, edits }))
  else edits.push(edit(reference, imports.name('wagmi', 'createConfig')))
  return { edits, metadata }
}

/** The options with their edits made, as the only argument of the outer call, and as far in as that is. */
function unwrapped({
  source: { text },
  outer,
  options,
  edits,
}: {
  readonly source: Source
  readonly outer: Located
  readonly options: ObjectExpression
  readonly edits: readonly Edit[]
}): Edit {
  const { start, end } = located(options)
  const moved = edits.map((each) => ({ ...each, start: each.start - start, end: each.end - start }))
  const marginAt = (at: number) => /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', at) + 1))?.[0] ?? ''
  const deeper = marginAt(start).slice(marginAt(outer.start).length)
  const lines = applyEdits(text.slice(start, end), moved).split('\n')
  const shallower = lines.map((line, at) => (at > 0 && line.startsWith(deeper) ? line.slice(deeper.length) : line))
  const from = text.indexOf('(', outer.start) + 1
  return { start: from, end: outer.end - 1, text: shallower.join('\n') }
}

const edit = ({ start, end }: Located, text: string): Edit => ({ start, end, text })

function keyOf(property: ObjectExpression['properties'][number]): string | undefined {
  if (property.type !== 'ObjectProperty' || property.computed) return undefined
  return property.key.type === 'Identifier' ? property.key.name : undefined
}

function propertyOf({ properties }: ObjectExpression, key: string): ObjectProperty | undefined {
  for (const each of properties) if (each.type === 'ObjectProperty' && keyOf(each) === key) return each
  return undefined
}

function optionEdits({
  source,
  imports,
  options,
  chains,
  projectId,
}: {
  readonly source: Source
  readonly imports: NewImports
  readonly options: ObjectExpression
  readonly chains: ObjectProperty
  readonly projectId: string
}): Edit[] {
  const edits: Edit[] = []
  if (!propertyOf(options, 'transports') && !propertyOf(options, 'client')) {
    const { start, end } = located(chains)
    const [gap] = /\s*$/.exec(source.text.slice(0, start)) ?? ['']
    edits.push({ start: end, end, text: `,${gap || ' '}${transports({ source, imports, chains })}` })
  }
  const id = propertyOf(options, projectId)
  if (id) {
    const given = textOf(source, id.value)
    const value = given === 'projectId' ? given : `projectId: ${given}`
    edits.push(edit(located(id), `connectors: [${imports.name('wagmi/connectors', 'walletConnect')}({ ${value} })]`))
  }
  const places = options.properties.map((each) => ({ ...located(each), dropped: isMetadata(keyOf(each) ?? '') }))
  const lastKept = places.map(({ dropped }) => dropped).lastIndexOf(false)
  for (const [at, { start, dropped }] of places.entries()) {
    const next = places[at + 1]
    if (dropped && next && at < lastKept) edits.push({ start, end: next.start, text: '' })
  }
  const kept = places[lastKept]
  const last = places.at(-1)
  if (kept && last && kept !== last) edits.push({ start: kept.end, end: last.end, text: '' })
  return edits
}

/** A transport for each chain where they are written out by name; otherwise one for whichever chain it is. */
function transports({
  source,
  imports,
  chains,
}: {
  readonly source: Source
  readonly imports: NewImports
  readonly chains: ObjectProperty
}): string {
  const list = chains.value.type === 'TSAsExpression' ? chains.value.expression : chains.value
  const http = `${imports.name('wagmi', 'http')}()`
  if (list.type === 'ArrayExpression' && list.elements.every((each) => each?.type === 'Identifier')) {
    const entries = list.elements.flatMap((each) => (each ? [`[${textOf(source, each)}.id]: ${http}`] : []))
    return `transports: { ${entries.join(', ')} }`
  }
  return `client: ({ chain }) => ${imports.name('viem', 'createClient')}({ chain, transport: ${http} })`
}
