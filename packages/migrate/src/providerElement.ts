import type { JSXElement, JSXOpeningElement } from '@babel/types'
import type { Edit } from './edits.js'
import { importedNames } from './importedNames.js'
import type { NewImports } from './newImports.js'
import type { DappMetadata, FoyerOptions, MetadataValue, Peer } from './peer.js'
import { inOneLine, type Remnant } from './remnant.js'
import { importedAs, type Located, located, type Source } from './source.js'
import { tagEdits } from './tagEdits.js'
import { readAttribute, stringOf, type Value } from './value.js'

/** The peer's provider in a page, understood. */
export interface ProviderPlan {
  readonly source: Source
  readonly element: JSXElement & Located
  readonly options: FoyerOptions
  /** The metadata of the dapp in its props. */
  readonly metadata: DappMetadata
  readonly remnants: readonly Remnant[]
  /** The name of wagmi's config where the provider stands. */
  readonly config: string
  /** Where that comes from: declared in this file, after which the kit is made; or a module, which the kit's own file imports as well. */
  readonly origin: { readonly declaredUntil: number } | { readonly from: string; readonly imported: string }
}

export type ProviderReading = ProviderPlan | { readonly problem: string; readonly anchor: string }

/** Reads the provider and its props, and finds the config of wagmi's that it stands in. */
export function readProvider({
  source,
  peer,
  reference,
}: {
  readonly source: Source
  readonly peer: Peer
  /** The name in the opening tag. */
  readonly reference: Located
}): ProviderReading {
  const left = (problem: string) => ({ problem, anchor: peer.provider.toLowerCase() })
  const opening = source.parents.get(reference)
  const element = opening && source.parents.get(opening)
  if (opening?.type !== 'JSXOpeningElement' || element?.type !== 'JSXElement' || !element.closingElement)
    return left(`${peer.provider} isn't an element around the page`)
  const props = readProps({ source, peer, attributes: opening.attributes })
  const config = configOf(source)
  const origin = config === undefined ? undefined : originOf(source, config)
  if (config === undefined || !origin)
    return left(
      `which config of wagmi's ${peer.provider} stands in can't be determined: WagmiProvider isn't in this file, or its config isn't a name that the file declares or imports`,
    )
  return { source, element, ...props, config, origin }
}

/**
 * Reads the options that props become; an object's keys are taken one by one, and what has no plain word here is a
 * remnant.
 */
function readProps({
  source,
  peer,
  attributes,
}: {
  readonly source: Source
  readonly peer: Peer
  readonly attributes: JSXOpeningElement['attributes']
}): Pick<ProviderPlan, 'options' | 'metadata' | 'remnants'> {
  const imports = importedNames(source)
  const options: Record<string, FoyerOptions[string]> = {}
  const metadata: Record<string, MetadataValue> = {}
  const remnants: Remnant[] = []
  const leave = (text: string, key: string) =>
    remnants.push({
      text,
      of: peer.provider,
      write: peer.words[key] ?? 'write what it means here, where the guide has it',
      guide: `${peer.guide}#${peer.provider.toLowerCase()}`,
    })
  const take = (key: string, value: Value, text: string) => {
    const named = peer.providerMetadata[key]
    const name = named && stringOf(value)
    const moved = peer.providerProps[key]?.(value)
    if (named && name !== undefined) metadata[named] = name
    else if (moved) Object.assign(options, moved)
    else leave(text, key)
  }
  for (const attribute of attributes) {
    const whole = inOneLine(source, attribute)
    if (attribute.type === 'JSXSpreadAttribute') {
      leave(whole, '...')
      continue
    }
    const { name } = attribute.name
    const key = typeof name === 'string' ? name : name.name
    const { value } = readAttribute(source, attribute, imports)
    if (!peer.nested.includes(key) || value.kind !== 'object') take(key, value, whole)
    else
      for (const [inner, each] of Object.entries(value.entries))
        take(
          `${key}.${inner}`,
          each,
          `${key}${inner === '...' ? ': ...' : `.${inner}: `}${inOneLine(source, each.node ?? attribute)}`,
        )
  }
  return { options, metadata, remnants }
}

/** The name that the file's only WagmiProvider is given as its config. */
function configOf(source: Source): string | undefined {
  const provider = importedAs(source, { from: 'wagmi', name: 'WagmiProvider' })?.name
  const elements = source.nodes.flatMap((node) =>
    node.type === 'JSXOpeningElement' && node.name.type === 'JSXIdentifier' && node.name.name === provider
      ? [node]
      : [],
  )
  const [only, ...more] = elements
  if (!only || more.length > 0) return undefined
  for (const attribute of only.attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'config') continue
    const given = attribute.value?.type === 'JSXExpressionContainer' ? attribute.value.expression : undefined
    return given?.type === 'Identifier' ? given.name : undefined
  }
  return undefined
}

function originOf({ nodes, parents }: Source, config: string): ProviderPlan['origin'] | undefined {
  const found: ProviderPlan['origin'][] = []
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name === config) {
      const statement = parents.get(node)
      const around = statement && parents.get(statement)
      // One that a component makes is another at each drawing.
      const top = around?.type === 'ExportNamedDeclaration' ? parents.get(around) : around
      if (top?.type !== 'Program' || !statement || !around) return undefined
      found.push({ declaredUntil: around.type === 'Program' ? statement.end : around.end })
    }
    if (node.type !== 'ImportDeclaration') continue
    for (const each of node.specifiers) {
      if (each.local.name !== config || each.type === 'ImportNamespaceSpecifier') continue
      const name =
        each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? each.imported.name : 'default'
      found.push({ from: node.source.value, imported: name })
    }
  }
  return found.length === 1 ? found[0] : undefined
}

/** The kit's provider in the place of the peer's, and inside it what follows wagmi. */
export function providerEdits({
  plan,
  imports,
  names,
}: {
  readonly plan: ProviderPlan
  readonly imports: NewImports
  /** By which this file has the kit, and the component that follows wagmi. */
  readonly names: { readonly foyer: string; readonly follow: string }
}): Edit[] {
  const { element, source } = plan
  const provider = imports.name('@foyer/react', 'FoyerProvider')
  const { end } = located(element.openingElement)
  const [gap] = /^[\t ]*\r?\n[\t ]*(?=\S)/.exec(source.text.slice(end)) ?? ['']
  return [
    ...tagEdits({ source, element, name: provider, attributes: [`foyer={${names.foyer}}`] }),
    { start: end, end, text: `${gap}<${names.follow} />` },
  ]
}
