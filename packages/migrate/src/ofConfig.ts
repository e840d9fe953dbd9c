import type { Node, ObjectExpression, ObjectProperty } from '@babel/types'
import { importedNames } from './importedNames.js'
import { type DappMetadata, type FoyerOptions, type MetadataValue, none, type Peer, type PeerConfig } from './peer.js'
import { inOneLine, type Remnant } from './remnant.js'
import { type Source, textOf } from './source.js'
import { readValue, stringOf } from './value.js'

/** The parts of a config of the peer's making that are the kit's from then on. */
export interface OfConfig {
  readonly metadata: DappMetadata
  /**
   * The argument of the kit's own `walletConnect`, as the file writes it; undefined where the config has a connector of
   * wagmi's for it.
   */
  readonly relay?: string | undefined
  /** The kit's options for the wallets that it names. */
  readonly options: FoyerOptions
  readonly remnants: readonly Remnant[]
}

const metadataKeys = { appName: 'name', appDescription: 'description', appUrl: 'url', appIcon: 'icons' } as const
const isMetadata = (key: string): key is keyof typeof metadataKeys => key in metadataKeys

/**
 * Reads what a call of the peer's says that the kit takes over; an option that has no plain word here is a remnant.
 * @returns a problem, in words, where the options aren't plain keys
 */
export function readOfConfig({
  source,
  options,
  peer: { config, words, guide },
  name,
  kept,
  call,
  inScope,
}: {
  readonly source: Source
  readonly options: ObjectExpression
  readonly peer: Peer
  /** The function's, for words. */
  readonly name: string
  /** Keys that stay where they are. */
  readonly kept: readonly string[]
  readonly call: Node
  readonly inScope: boolean
}): (Omit<OfConfig, 'relay'> & { readonly relay: Relay }) | { readonly problem: string } {
  const metadata: Record<string, MetadataValue> = {}
  let ofWallets: FoyerOptions = none
  const remnants: Remnant[] = []
  const leave = (node: Node, key: string) =>
    remnants.push({
      text: inOneLine(source, node),
      of: name,
      write: words[key] ?? 'write what it means here, where the guide has it',
      guide: `${guide}#set-up`,
    })
  for (const property of options.properties) {
    const key = keyOf(property)
    if (property.type !== 'ObjectProperty' || key === undefined)
      return { problem: `the options of ${name} aren't all plain keys` }
    const { value } = property
    if (isMetadata(key)) {
      const text = stringOf(readValue(value))
      if (text !== undefined) metadata[metadataKeys[key]] = text
      else if (isNamedThere({ source, call, inScope, values: [value] }))
        metadata[metadataKeys[key]] = { code: textOf(source, value) }
      else leave(property, key)
    } else if (config.wallets && key === config.wallets.key) {
      const read = ofWalletsIn({ source, groups: value, peer: { config, guide }, of: key })
      ofWallets = read.options
      remnants.push(...read.remnants)
    } else if (![config.projectId, config.relay, ...kept].includes(key) && !isNeedless(property, config))
      leave(property, key)
  }
  const relay = relayOf({ source, options, config })
  const given = config.relay === undefined ? undefined : propertyOf(options, config.relay)
  if (given && !propertyOf(options, config.projectId)) leave(given, config.relay ?? '')
  return { metadata, options: ofWallets, relay, remnants }
}

/** Returns the kit's options for groups of the peer's wallets, and a remnant for each that has no known word here. */
export function ofWalletsIn({
  source,
  groups,
  peer: { config, guide },
  of,
}: {
  readonly source: Source
  readonly groups: Node
  readonly peer: Pick<Peer, 'config' | 'guide'>
  /** The owner of the groups, for words. */
  readonly of: string
}): Pick<OfConfig, 'options' | 'remnants'> {
  const read = config.wallets?.options(readValue(groups, importedNames(source)))
  const remnants = (read?.left ?? []).map(({ value, name, write }) => ({
    text: name ?? inOneLine(source, value.node ?? groups),
    of,
    write,
    guide: `${guide}#set-up`,
  }))
  return { options: read?.options ?? none, remnants }
}

/** The argument of WalletConnect, as the file writes it. */
export interface Relay {
  /** As one object; empty where it is given nothing. */
  readonly text: string
  readonly values: readonly Node[]
  /** Does the kit have a word for all of it? */
  readonly isKnown: boolean
}

/** The peer's project id, and what else it hands on: spread, where that isn't written out. */
function relayOf({
  source,
  options,
  config,
}: {
  readonly source: Source
  readonly options: ObjectExpression
  readonly config: PeerConfig
}): Relay {
  const id = propertyOf(options, config.projectId)
  // What the function is given as its own connectors, it makes none beside.
  if (!id || propertyOf(options, 'connectors')) return { text: '', values: [], isKnown: false }
  const given = config.relay === undefined ? undefined : propertyOf(options, config.relay)?.value
  const more: ObjectExpression['properties'] = given?.type === 'ObjectExpression' ? given.properties : []
  const isWhole = given !== undefined && given.type !== 'ObjectExpression'
  const written = textOf(source, id.value)
  const texts = [
    written === 'projectId' ? written : `projectId: ${written}`,
    ...more.map((each) => textOf(source, each)),
    ...(isWhole ? [`...${textOf(source, given)}`] : []),
  ]
  return {
    text: `{ ${texts.join(', ')} }`,
    values: [id.value, ...more.flatMap((each) => (each.type === 'ObjectProperty' ? [each.value] : []))],
    isKnown: !isWhole && more.every((each) => keyOf(each) === 'relayUrl'),
  }
}

/**
 * Can the kit have its own way to wallets elsewhere, whose code is drawn in the dialog and not above it: can what that needs be named where the kit is made?
 * @param parameters.inScope - whether that is in this file, after the call
 */
export const isOfKit = ({
  source,
  call,
  relay,
  inScope,
}: {
  readonly source: Source
  readonly call: Node
  readonly relay: Relay
  readonly inScope: boolean
}): boolean => relay.isKnown && isNamedThere({ source, call, inScope, values: relay.values })

/** Do these values mean the same where the kit is made? */
const isNamedThere = ({
  source,
  call,
  inScope,
  values,
}: {
  readonly source: Source
  readonly call: Node
  readonly inScope: boolean
  readonly values: readonly Node[]
}): boolean => (inScope && isTopLevel(source, call)) || values.every(isGlobal)

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

export function keyOf(property: ObjectExpression['properties'][number]): string | undefined {
  if (property.type !== 'ObjectProperty' || property.computed) return undefined
  const { key } = property
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined
}

const isNeedless = (property: ObjectExpression['properties'][number], { needless = {} }: PeerConfig): boolean =>
  property.type === 'ObjectProperty' &&
  property.value.type === 'BooleanLiteral' &&
  needless[keyOf(property) ?? ''] === property.value.value

export function propertyOf({ properties }: ObjectExpression, key: string): ObjectProperty | undefined {
  for (const each of properties) if (each.type === 'ObjectProperty' && keyOf(each) === key) return each
  return undefined
}
