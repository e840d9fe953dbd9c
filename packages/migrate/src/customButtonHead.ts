import type { Drawing } from './customButton.js'
import type { Edit } from './edits.js'
import { isReference } from './peerImports.js'
import { freeName, located, type Source } from './source.js'

/** The property that the kit hands to the function in the place of RainbowKit's, where it is the same. */
const handedAs: Readonly<Record<string, string>> = {
  openConnectModal: 'openConnect',
  openAccountModal: 'openAccount',
  openChainModal: 'openNetworks',
  connectModalOpen: 'open',
  accountModalOpen: 'open',
  chainModalOpen: 'open',
}

/**
 * The values that are known without being handed: the first drawing is the server's, and a page without a sign-in has
 * no status of one.
 */
const known: Readonly<Record<string, string>> = { mounted: 'true', authenticationStatus: 'undefined' }

export interface HeadParameters {
  readonly source: Source
  readonly drawing: Drawing
  /** The fields that the body reads off the chain. */
  readonly chain: ReadonlySet<string>
  /** Which of what the function was handed its body uses. */
  readonly used: ReadonlySet<string>
}

/** The function's head: its argument taken apart by the kit's names, and before its body what it was handed and the kit hasn't as one. */
export function headEdits({ source, drawing, chain, used }: HeadParameters): Edit[] {
  const { given, pattern } = drawing
  const localOf = (key: string) => given.find((each) => each.key === key)?.local
  const names = namesWithin(source, drawing)
  const account = localOf('account') ?? freeName({ names }, 'account')
  const network = freeName({ names }, 'network')
  const unsupported = freeName({ names }, 'unsupported')
  const parts: (readonly [key: string, local: string])[] = []
  if (used.has('account') || used.has('chain')) parts.push(['account', account])
  if ([...chain].some((field) => /^(id|name|hasIcon|iconUrl)$/.test(field))) parts.push(['network', network])
  if (chain.has('unsupported')) parts.push(['unsupported', unsupported])
  const lines: string[] = []
  for (const { key, local } of given) {
    const as = handedAs[key]
    if (as !== undefined) parts.push([as, local])
    else if (used.has(key) && key in known) lines.push(`const ${local} = ${known[key]}`)
    else if (used.has(key) && key === 'chain') {
      const fields = [...chain].map((field) => fieldOf({ field, network, unsupported }))
      const made = fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
      lines.push(`const ${local} = ${account} ? ${made} : undefined`)
    }
  }
  const [first] = pattern.properties
  const last = pattern.properties.at(-1)
  if (!first || !last) return []
  const { start } = located(first)
  const [gap] = /\r?\n[\t ]*$/.exec(source.text.slice(0, start)) ?? [' ']
  const text = parts.map(([key, local]) => (key === local ? key : `${key}: ${local}`)).join(`,${gap}`)
  return [{ start, end: located(last).end, text }, ...lineEdits({ source, drawing, lines })]
}

/** The names that the function uses, and those that it was handed: others may be hidden by its own. */
function namesWithin(source: Source, { drawn, given }: Drawing): ReadonlySet<string> {
  const { start, end } = located(drawn)
  const used = source.nodes.filter((node) => node.start >= start && node.end <= end && isReference(source, node))
  const named = used.flatMap((node) => (node.type === 'Identifier' || node.type === 'JSXIdentifier' ? [node.name] : []))
  return new Set([...named, ...given.map(({ local }) => local)])
}

/** A field of RainbowKit's chain, of the kit's network. */
function fieldOf({
  field,
  network,
  unsupported,
}: {
  readonly field: string
  readonly network: string
  readonly unsupported: string
}): string {
  switch (field) {
    case 'unsupported':
      return unsupported === field ? field : `${field}: ${unsupported}`
    case 'hasIcon':
      return `hasIcon: ${network}?.image !== undefined`
    case 'iconUrl':
      return `iconUrl: ${network}?.image`
    case 'iconBackground':
      return 'iconBackground: undefined'
    default:
      return `${field}: ${network}?.${field}`
  }
}

/** Lines before the function's body; one that is an expression becomes a block. */
function lineEdits({
  source: { text, style },
  drawing: { drawn, pattern },
  lines,
}: Pick<HeadParameters, 'source' | 'drawing'> & { readonly lines: readonly string[] }): Edit[] {
  if (lines.length === 0) return []
  const { newline, indent, semicolon } = style
  if (drawn.body.type === 'BlockStatement') {
    const at = located(drawn.body).start + 1
    const gap = /^[\t ]*(\r?\n[\t ]*)\S/.exec(text.slice(at))?.[1]
    const inserted = lines.map((line) => (gap ? `${gap}${line}${semicolon}` : ` ${line};`))
    return [{ start: at, end: at, text: inserted.join('') }]
  }
  const whole = located(drawn)
  const start = text.indexOf('=>', located(pattern).end) + '=>'.length
  const [space] = /^\s*/.exec(text.slice(start)) ?? ['']
  const margin = /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', whole.start) + 1))?.[0] ?? ''
  const block = [...lines.map((line) => `${line}${semicolon}`), 'return '].map(
    (line) => `${newline}${margin}${indent}${line}`,
  )
  return [
    { start, end: start + space.length, text: ` {${block.join('')}` },
    { start: whole.end, end: whole.end, text: `${newline}${margin}}` },
  ]
}
