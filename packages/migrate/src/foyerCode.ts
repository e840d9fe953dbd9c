import type { DappMetadata, FoyerOptions, MetadataValue, OptionContext } from './peer.js'
import { type Remnant, remnantComment } from './remnant.js'
import { quoted } from './source.js'

export interface FoyerCodeParameters {
  readonly context: OptionContext
  /** The names that the code uses and declares, as they are free where it stands. */
  readonly names: {
    readonly foyer: string
    readonly follow: string
    readonly createFoyer: string
    readonly wagmi: string
    readonly followWagmi: string
    readonly useEffect: string
  }
  readonly projectId: string
  readonly metadata: DappMetadata
  /** The code of each of the kit's own wallets. */
  readonly connectors: readonly string[]
  readonly options: FoyerOptions
  readonly remnants: readonly Remnant[]
  /** Is it a module of its own, whose names others import? */
  readonly exported: boolean
}

/** The code that makes the kit over wagmi's config, and the component that follows wagmi. */
export function foyerCode({
  context,
  names,
  projectId,
  metadata,
  connectors,
  options,
  remnants,
  exported,
}: FoyerCodeParameters): string {
  const { style, config } = context
  const { indent, semicolon: end, newline } = style
  const { icons, ...texts } = metadata
  const codeOf = (value: MetadataValue) => (typeof value === 'string' ? quoted(style, value) : value.code)
  const about = Object.entries(texts).map(([key, value]) => `${key}: ${codeOf(value)}`)
  if (icons !== undefined) about.push(`icons: [${codeOf(icons)}]`)
  const entries = [
    `projectId: ${quoted(style, projectId)}`,
    ...(about.length > 0 ? [`metadata: { ${about.join(', ')} }`] : []),
    `networks: ${config}.chains`,
    `adapters: [${names.wagmi}(${config})]`,
    ...(connectors.length > 0 ? [`connectors: [${connectors.join(', ')}]`] : []),
    ...Object.entries(options).map(([key, code]) => `${key}: ${code(context)}`),
  ]
  const before = exported ? 'export ' : ''
  return [
    `${before}const ${names.foyer} = ${names.createFoyer}({`,
    ...entries.map((entry) => `${indent}${entry},`),
    ...remnants.map((each) => `${indent}${remnantComment(each)}`),
    `})${end}`,
    '',
    "/** Makes what wagmi's own hooks connect, or wagmi restores, the kit's connection too. */",
    `${before}function ${names.follow}() {`,
    `${indent}${names.useEffect}(() => ${names.followWagmi}(${names.foyer}, ${config}), [])${end}`,
    `${indent}return null${end}`,
    '}',
  ].join(newline)
}
