import type { Node, ObjectExpression, ObjectProperty } from '@babel/types'
import { importedNames } from './importedNames.js'
import { type FoyerOptions, none, type PeerConfig } from './peer.js'
import { type Source, textOf } from './source.js'
import { readValue, stringOf } from './value.js'

/** What a config of the peer's making says that is the kit's from then on. */
export interface OfConfig {
  readonly metadata: DappMetadata
  /** What the kit's own `walletConnect` is given, as the file writes it; undefined where the config has a connector of wagmi's for it. */
  readonly relay?: string | undefined
  /** What the wallets that it names become. */
  readonly options: FoyerOptions
}

/** What a dapp says of itself. */
export interface DappMetadata {
  readonly name?: string
  readonly description?: string
  readonly url?: string
  readonly icons?: string
}

const metadataKeys = { appName: 'name', appDescription: 'description', appUrl: 'url', appIcon: 'icons' } as const
export const isMetadata = (key: string): key is keyof typeof metadataKeys => key in metadataKeys

/**
 * Reads what a call of the peer's says that the kit takes over; each other key has to be one that is accepted.
 * @returns a problem, in words, where anything isn't understood
 */
export function readOfConfig({
  source,
  options,
  config,
  name,
  accepts,
}: {
  readonly source: Source
  readonly options: ObjectExpression
  readonly config: PeerConfig
  /** The function's, for words. */
  readonly name: string
  readonly accepts: (property: ObjectProperty, key: string) => boolean
}):
  | { readonly metadata: DappMetadata; readonly options: FoyerOptions; readonly relay: Relay }
  | { readonly problem: string } {
  const metadata: Record<string, string> = {}
  let ofWallets: FoyerOptions | undefined = none
  for (const property of options.properties) {
    const key = keyOf(property)
    if (property.type !== 'ObjectProperty' || key === undefined)
      return { problem: `the options of ${name} aren't all plain keys` }
    if (isMetadata(key)) {
      const said = stringOf(readValue(property.value))
      if (said === undefined) return { problem: `the option ${key} of ${name} isn't a plain text` }
      metadata[metadataKeys[key]] = said
    } else if (key === config.wallets?.key) {
      ofWallets = config.wallets.options(readValue(property.value, importedNames(source)))
      if (!ofWallets) return { problem: `the option ${key} of ${name} has what isn't known here` }
    } else if (key !== config.projectId && key !== config.relay && !accepts(property, key))
      return { problem: `the option ${key} of ${name} isn't understood` }
  }
  const relay = relayOf({ source, options, config })
  if (!relay) return { problem: `the option ${config.relay} of ${name} isn't written out` }
  return { metadata, options: ofWallets, relay }
}

/** What WalletConnect is given, as the file writes it. */
export interface Relay {
  /** As one object; empty where it is given nothing. */
  readonly text: string
  readonly values: readonly Node[]
  /** Does the kit have a word for all of it? */
  readonly isKnown: boolean
}

/** Undefined where it isn't written out. */
function relayOf({
  source,
  options,
  config,
}: {
  readonly source: Source
  readonly options: ObjectExpression
  readonly config: PeerConfig
}): Relay | undefined {
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
}): boolean => relay.isKnown && ((inScope && isTopLevel(source, call)) || relay.values.every(isGlobal))

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
  return property.key.type === 'Identifier' ? property.key.name : undefined
}

export const isNeedless = (property: ObjectExpression['properties'][number], { needless = {} }: PeerConfig): boolean =>
  property.type === 'ObjectProperty' &&
  property.value.type === 'BooleanLiteral' &&
  needless[keyOf(property) ?? ''] === property.value.value

export function propertyOf({ properties }: ObjectExpression, key: string): ObjectProperty | undefined {
  for (const each of properties) if (each.type === 'ObjectProperty' && keyOf(each) === key) return each
  return undefined
}
