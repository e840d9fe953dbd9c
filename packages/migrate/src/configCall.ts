import type { ObjectExpression, ObjectProperty } from '@babel/types'
import { applyEdits, type Edit } from './edits.js'
import type { Moved, MoveParameters } from './hookCalls.js'
import type { NewImports } from './newImports.js'
import { isOfKit, keyOf, type OfConfig, propertyOf, readOfConfig } from './ofConfig.js'
import type { PeerConfig } from './peer.js'
import { type Located, located, type Source, textOf } from './source.js'

const anchor = 'set-up'

/** The edits that replace a config, and what of it is the kit's; or why it is left. */
export type MovedConfig =
  | Exclude<Moved, { edits: unknown }>
  | { readonly edits: readonly Edit[]; readonly ofConfig: OfConfig }

/**
 * Moves a config of the peer's own making to wagmi's `createConfig`; its other keys stay where they are.
 * @param parameters.inScope - whether the kit is made in this file, after the config, where all that the config is made of can be named
 */
export function moveConfig({
  source,
  peer,
  imports,
  reference,
  inScope,
}: MoveParameters & { readonly inScope: boolean }): MovedConfig {
  const { config } = peer
  const left = (problem: string) => ({ problem, anchor })
  const call = source.parents.get(reference)
  const [options, ...others] = call?.type === 'CallExpression' && call.callee === reference ? call.arguments : []
  if (!call || options?.type !== 'ObjectExpression' || others.length > 0)
    return left(`${config.function} isn't called with an object that is written out`)
  const outer = source.parents.get(call)
  const made =
    outer?.type === 'CallExpression' &&
    outer.arguments.length === 1 &&
    outer.callee.type === 'Identifier' &&
    outer.callee.name === 'createConfig'
  if (config.wrapped && !made) return left(`what ${config.function} answers with isn't given to createConfig as it is`)
  const said = readOfConfig({
    ...{ source, options, peer, name: config.function, kept: config.kept, call, inScope },
  })
  if ('problem' in said) return left(said.problem)
  const chains = propertyOf(options, 'chains')
  if (!chains) return left(`${config.function} is given no chains`)
  const { relay, ...more } = said
  const ofKit = isOfKit({ source, call, relay, inScope })
  const connector =
    ofKit || !relay.text ? '' : `connectors: [${imports.name('wagmi/connectors', 'walletConnect')}(${relay.text})]`
  const edits = optionEdits({ source, imports, options, chains, connector, peer: config })
  if (config.wrapped && outer) edits.splice(0, Infinity, unwrapped({ source, outer, options, edits }))
  else edits.push(edit(reference, imports.name('wagmi', 'createConfig')))
  return { edits, ofConfig: { ...more, relay: ofKit ? relay.text || undefined : undefined } }
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

function optionEdits({
  source,
  imports,
  options,
  chains,
  connector,
  peer,
}: {
  readonly source: Source
  readonly imports: NewImports
  readonly options: ObjectExpression
  readonly chains: ObjectProperty
  /** The code in the place of the relay's project id; empty where nothing does. */
  readonly connector: string
  readonly peer: PeerConfig
}): Edit[] {
  const edits: Edit[] = []
  if (!propertyOf(options, 'transports') && !propertyOf(options, 'client')) {
    const { start, end } = located(chains)
    const [gap] = /\s*$/.exec(source.text.slice(0, start)) ?? ['']
    edits.push({ start: end, end, text: `,${gap || ' '}${transports({ source, imports, chains })}` })
  }
  const isDropped = (property: ObjectExpression['properties'][number]) => {
    const key = keyOf(property) ?? ''
    return !(peer.kept.includes(key) || (key === peer.projectId && connector))
  }
  const id = propertyOf(options, peer.projectId)
  if (id && connector) edits.push(edit(located(id), connector))
  const places = options.properties.map((each) => ({ ...located(each), dropped: isDropped(each) }))
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
