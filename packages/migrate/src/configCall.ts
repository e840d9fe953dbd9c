import type { Node, ObjectExpression, ObjectProperty } from '@babel/types'
import { applyEdits, type Edit } from './edits.js'
import type { Moved, MoveParameters } from './hookCalls.js'
import type { NewImports } from './newImports.js'
import type { PeerConfig } from './peer.js'
import { type Located, located, type Source, textOf } from './source.js'
import { readValue, stringOf } from './value.js'

/** What a config of the peer's making says that is the kit's from then on. */
export interface OfConfig {
  readonly metadata: DappMetadata
  /** What the kit's own `walletConnect` is given, as the file writes it; undefined where the config has a connector of wagmi's for it. */
  readonly relay?: string | undefined
}

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
}: MoveParameters & { readonly inScope: boolean }):
  | Exclude<Moved, { edits: unknown }>
  | { readonly edits: readonly Edit[]; readonly ofConfig: OfConfig } {
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
    } else if (
      key !== config.projectId &&
      key !== config.relay &&
      !config.kept.includes(key) &&
      !isNeedless(property, config)
    )
      return left(`the option ${key} of ${config.function} isn't understood`)
  }
  const chains = propertyOf(options, 'chains')
  if (!chains) return left(`${config.function} is given no chains`)
  const relay = relayOf({ source, options, config })
  if (!relay) return left(`the option ${config.relay} of ${config.function} isn't written out`)
  // The kit's own way to wallets elsewhere, where what it needs can be named there: its code is drawn in the dialog, and not above it.
  const ofKit = relay.isKnown && ((inScope && isTopLevel(source, call)) || relay.values.every(isGlobal))
  const connector =
    ofKit || !relay.text ? '' : `connectors: [${imports.name('wagmi/connectors', 'walletConnect')}(${relay.text})]`
  const edits = optionEdits({ source, imports, options, chains, connector, peer: config })
  if (config.wrapped && outer) edits.splice(0, Infinity, unwrapped({ source, outer, options, edits }))
  else edits.push(edit(reference, imports.name('wagmi', 'createConfig')))
  return { edits, ofConfig: { metadata, relay: ofKit ? relay.text || undefined : undefined } }
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

/** What a config says of WalletConnect's relay, as one object; undefined where that isn't written out. */
function relayOf({
  source,
  options,
  config,
}: {
  readonly source: Source
  readonly options: ObjectExpression
  readonly config: PeerConfig
}): { readonly text: string; readonly values: readonly Node[]; readonly isKnown: boolean } | undefined {
  const id = propertyOf(options, config.projectId)
  const given = config.relay === undefined ? undefined : propertyOf(options, config.relay)?.value
  if (given && (!id || given.type !== 'ObjectExpression')) return undefined
  const more = given?.type === 'ObjectExpression' ? given.properties : []
  const written = id && textOf(source, id.value)
  const texts = [
    ...(written === undefined ? [] : [written === 'projectId' ? written : `projectId: ${written}`]),
    ...more.map((each) => textOf(source, each)),
  ]
  return {
    text: texts.length > 0 ? `{ ${texts.join(', ')} }` : '',
    values: [
      ...(id ? [id.value] : []),
      ...more.flatMap((each) => (each.type === 'ObjectProperty' ? [each.value] : [])),
    ],
    isKnown: id !== undefined && more.every((each) => keyOf(each) === 'relayUrl'),
  }
}

/** Is it in no function, whose own names nothing else has? */
function isTopLevel({ parents }: Source, node: Node): boolean {
  for (let at = parents.get(node); at; at = parents.get(at)) if ('params' in at) return false
  return true
}

/** Does it mean the same in every module: a literal, or what the bundler puts in the place of `process.env` or `import.meta.env`? */
function isGlobal(node: Node): boolean {
  switch (node.type) {
    case 'StringLiteral':
      return true
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return isGlobal(node.expression)
    case 'LogicalExpression':
      return isGlobal(node.left) && isGlobal(node.right)
    case 'MemberExpression':
      return (
        !node.computed &&
        (isGlobal(node.object) || (node.object.type === 'Identifier' && node.object.name === 'process'))
      )
    default:
      return node.type === 'MetaProperty'
  }
}

const edit = ({ start, end }: Located, text: string): Edit => ({ start, end, text })

function keyOf(property: ObjectExpression['properties'][number]): string | undefined {
  if (property.type !== 'ObjectProperty' || property.computed) return undefined
  return property.key.type === 'Identifier' ? property.key.name : undefined
}

const isNeedless = (property: ObjectExpression['properties'][number], { needless = {} }: PeerConfig): boolean =>
  property.type === 'ObjectProperty' &&
  property.value.type === 'BooleanLiteral' &&
  needless[keyOf(property) ?? ''] === property.value.value

function propertyOf({ properties }: ObjectExpression, key: string): ObjectProperty | undefined {
  for (const each of properties) if (each.type === 'ObjectProperty' && keyOf(each) === key) return each
  return undefined
}

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
  /** What takes the place of the relay's project id; empty where nothing does. */
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
    return isMetadata(key) || key === peer.relay || isNeedless(property, peer) || (key === peer.projectId && !connector)
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
