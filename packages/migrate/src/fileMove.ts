import type { Node } from '@babel/types'
import { moveButton } from './buttonElement.js'
import { moveConfig } from './configCall.js'
import { moveConnectors } from './connectorsCall.js'
import { applyEdits, type Edit, wholeLine } from './edits.js'
import { moveHook } from './hookCalls.js'
import { type NewImports, newImports } from './newImports.js'
import type { OfConfig } from './ofConfig.js'
import type { Peer } from './peer.js'
import { type Binding, isReference, type PeerImport, type PeerUse } from './peerImports.js'
import type { Remnant } from './remnant.js'
import { isNamed, type Located, lineOf, located, type Source, textOf } from './source.js'

/** Something that was left as it is: where, why, and what says more. */
export interface Left {
  readonly path: string
  readonly line: number
  readonly problem: string
  /** A page of the documentation, with its section. */
  readonly guide?: string | undefined
}

/** A file of the peer's host, while it is being moved. */
export interface FileMove {
  readonly source: Source
  readonly peer: Peer
  readonly use: PeerUse
  /** Does the project sign its visitors in by the peer? */
  readonly signsIn: boolean
  readonly imports: NewImports
  readonly edits: Edit[]
  readonly left: Left[]
  ofConfig?: OfConfig | undefined
}

/** A file whose uses of the peer were found, before anything of it is moved. */
export const fileMove = (given: Pick<FileMove, 'source' | 'peer' | 'use' | 'signsIn'>): FileMove => ({
  ...given,
  imports: newImports(given.source),
  edits: [],
  left: [],
})

/** Sentences about what stays where it is, for the one who moves it by hand. */
export const leftAt = (
  { source, peer }: Pick<FileMove, 'source' | 'peer'>,
  { node, problem, anchor }: { readonly node: Located; readonly problem: string; readonly anchor: string },
): Left => ({ path: source.path, line: lineOf(source, node), problem, guide: `${peer.guide}#${anchor}` })

/** How a file's configs are moved: not at all, where the kit isn't made; or into one whose kit is made after it or in another file. */
export interface ConfigPlace {
  readonly place: 'left' | 'beside' | 'elsewhere'
  /** Is it this use of the peer's that the kit's config is made by? Others have a relay and a name of their own. */
  readonly isOfKit: (reference: Located) => boolean
}

/** Moves the buttons, hooks and configs of a file, and lists each use that is left. */
export function moveUses(move: FileMove, { config }: { readonly config: ConfigPlace }): void {
  const { source, peer, use, edits, left } = move
  for (const node of use.opaque) {
    const problem = `${textOf(source, node).replace(/;?(\n.*)?$/s, '')}: what it takes from ${peer.title} isn't followed`
    left.push(leftAt(move, { node, problem, anchor: 'set-up' }))
  }
  for (const node of use.satellites) {
    const [from = ''] = /[^'"]+(?=['"][^'"]*$)/.exec(textOf(source, node)) ?? []
    const anchor = sectionOf(textOf(source, node), peer)
    left.push(leftAt(move, { node, problem: satelliteProblem(from, peer), anchor }))
  }
  for (const node of use.named)
    left.push(
      leftAt(move, {
        node,
        problem: `${textOf(source, node)} is named here: take it out once nothing imports it`,
        anchor: 'set-up',
      }),
    )
  const bindings = use.imports.flatMap((each) => each.bindings)
  // A config goes first: its edits are the place of what it is given, such as wallets.
  const isConfig = ({ imported }: Binding) => makesConfig(peer, imported)
  for (const binding of [...bindings.filter(isConfig), ...bindings.filter((each) => !isConfig(each))])
    for (const reference of binding.references) {
      if (isCovered(edits, reference)) continue
      const moved = moveReference(move, { binding, reference, config })
      if ('problem' in moved) left.push(leftAt(move, { node: reference, ...moved }))
      else edits.push(...moved.edits)
    }
}

/** Returns the problem of a package that stands on the peer. */
export const satelliteProblem = (name: string, { title }: Peer): string => {
  const write = /siwe|auth/.test(name)
    ? 'write siweConfig: createSiweConfig({ … }) of @foyer/core/signin, and then take both out'
    : 'take both out once nothing needs it'
  return `${name} stands on ${title}, which stays for it: ${write}`
}

/** Does it make a config of wagmi's, or the connectors of one? */
export const makesConfig = ({ config }: Peer, imported: string): boolean =>
  imported === config.function || imported === config.connectors

function moveReference(
  move: FileMove,
  {
    binding,
    reference,
    config,
  }: { readonly binding: Binding; readonly reference: Located; readonly config: ConfigPlace },
): { readonly edits: readonly Edit[] } | { readonly problem: string; readonly anchor: string } {
  const { peer } = move
  const { imported } = binding
  const parameters = { ...move, reference }
  if (binding.shadowed)
    return { problem: `the name ${binding.local} is declared twice in this file`, anchor: 'buttons-and-hooks' }
  if (imported === peer.button) return moveButton(parameters)
  if (imported in peer.hooks) return moveHook({ ...parameters, hook: imported })
  if (makesConfig(peer, imported) && config.place !== 'left') {
    if (!config.isOfKit(reference))
      return { problem: `${imported} makes one of several configs, and the kit is made over another`, anchor: 'set-up' }
    const making = { ...parameters, inScope: config.place === 'beside' }
    const moved = imported === peer.config.function ? moveConfig(making) : moveConnectors(making)
    if (!('problem' in moved)) {
      move.ofConfig = moved.ofConfig
      return moved
    }
    const without =
      'until it is moved the kit has no connectors: [walletConnect({ projectId })] and no metadata: { name }'
    return { ...moved, problem: `${moved.problem}; ${without}` }
  }
  return { problem: `${imported} isn't moved`, anchor: sectionOf(imported, peer) }
}

/** The section of the guide that has a name of the peer's. */
function sectionOf(imported: string, { provider }: Peer): string {
  if (/siwe|authentication/i.test(imported)) return 'signing-in'
  if (/theme|provider$/i.test(imported)) return provider.toLowerCase()
  return /config|connector|wallets|Wallet$/.test(imported) ? 'set-up' : 'buttons-and-hooks'
}

/** Does an edit take the place of this node? */
const isCovered = (edits: readonly Edit[], { start, end }: Located): boolean =>
  edits.some((edit) => edit.start <= start && end <= edit.end)

/** The file's text once everything of it is moved, with its imports: of the peer what is still used, of the kit what is used now. */
export function finishFile({ source, use, imports, edits }: FileMove, remnants: readonly Remnant[]): string {
  const { lines, edits: joined } = imports.finish()
  let before = lines
  const all = [...edits, ...joined, ...unusedEdits({ source, use, imports, edits, remnants })]
  for (const { declaration, bindings } of use.imports) {
    const kept = keptSpecifiers(source, { declaration, bindings }, edits)
    if (kept.length === declaration.specifiers.length) {
      all.push({ start: declaration.start, end: declaration.start, text: before })
    } else if (kept.length > 0) {
      const [first] = declaration.specifiers
      const last = declaration.specifiers.at(-1)
      if (!first || !last) continue
      all.push({ start: declaration.start, end: declaration.start, text: before })
      all.push(specifierEdit(source, { first, last, kept }))
    } else all.push({ ...wholeLine(source.text, declaration), text: before })
    before = ''
  }
  return applyEdits(source.text, all)
}

function keptSpecifiers(source: Source, { declaration, bindings }: PeerImport, edits: readonly Edit[]): string[] {
  return declaration.specifiers.flatMap((specifier, at) => {
    const { references = [] } = bindings[at] ?? {}
    // One without any use is of no use later either.
    return references.every((each) => isCovered(edits, each)) ? [] : [textOf(source, specifier)]
  })
}

/** Takes out the names of other modules that nothing uses once the edits are made, as a chain that only the provider was given. */
function unusedEdits({
  source,
  use,
  imports,
  edits,
  remnants,
}: Pick<FileMove, 'source' | 'use' | 'imports' | 'edits'> & { readonly remnants: readonly Remnant[] }): Edit[] {
  // What is to be moved by hand needs its imports until then.
  const written = [...edits, ...remnants].map(({ text }) => new Set(text.split(/[^\w$]+/)))
  const isUnused = (local: string) => {
    const references = source.nodes.filter((node) => isNamed(node, local) && isReference(source, node))
    const isWritten = written.some((words) => words.has(local))
    return references.length > 0 && !isWritten && references.every((each) => isCovered(edits, each))
  }
  return source.nodes.flatMap((declaration): Edit[] => {
    if (declaration.type !== 'ImportDeclaration' || use.imports.some((each) => each.declaration === declaration))
      return []
    const named = declaration.specifiers.filter(({ type }) => type === 'ImportSpecifier')
    const kept = named.filter(({ local }) => !isUnused(local.name))
    const [first, last] = [named[0], named.at(-1)]
    if (!first || !last || kept.length === named.length) return []
    if (kept.length === 0) {
      const isWhole = named.length === declaration.specifiers.length && !imports.wants(declaration.source.value)
      return isWhole ? [wholeLine(source.text, declaration)] : []
    }
    return [specifierEdit(source, { first, last, kept: kept.map((each) => textOf(source, each)) })]
  })
}

/** Other names between the braces of an import, in a line or in lines as they were. */
function specifierEdit(
  source: Source,
  { first, last, kept }: { readonly first: Node; readonly last: Node; readonly kept: readonly string[] },
): Edit {
  const { start } = located(first)
  const [gap] = /\r?\n[\t ]*$/.exec(source.text.slice(0, start)) ?? [' ']
  return { start, end: located(last).end, text: kept.join(`,${gap}`) }
}
