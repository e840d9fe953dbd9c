import type { ImportDeclaration } from '@babel/types'
import { isNamed, type Located, type Source } from './source.js'

/** One name that a file takes from the peer, and where it is used. */
export interface Binding {
  /** Its name in the peer's package. */
  readonly imported: string
  readonly local: string
  readonly references: readonly Located[]
  /** The peer's name, or a part of it, means something else further in. */
  readonly shadowed: boolean
}

/** An import of the peer's package itself, or of its wallets, with the names that it takes. */
export interface PeerImport {
  readonly declaration: ImportDeclaration & Located
  readonly bindings: readonly Binding[]
}

/** A file's use of the peer. */
export interface PeerUse {
  readonly imports: readonly PeerImport[]
  /** The strings that name a module which another takes the place of, and that other's name. */
  readonly modules: readonly { readonly place: Located; readonly to: string }[]
  /** Imports that can't be followed: of the whole package, of its other entries, later, or to be exported again. */
  readonly opaque: readonly Located[]
  /** Imports of packages that stand on the peer, and strings that name it for a tool. */
  readonly satellites: readonly Located[]
  readonly named: readonly Located[]
}

export interface PeerNames {
  readonly package: string
  readonly satellites: RegExp
  readonly modules: Readonly<Record<string, string>>
  readonly config: { readonly wallets?: { readonly from: string } | undefined }
}

/** Finds what a file takes from the peer. */
export function findPeerUse(
  source: Source,
  { package: name, satellites: ofSatellite, modules: moved, config }: PeerNames,
): PeerUse {
  const followed: readonly (string | undefined)[] = [name, config.wallets?.from]
  const imports: PeerImport[] = []
  const modules: { place: Located; to: string }[] = []
  const opaque: Located[] = []
  const satellites: Located[] = []
  const named: Located[] = []
  for (const node of source.nodes) {
    if (node.type !== 'StringLiteral') continue
    const parent = source.parents.get(node)
    if (!parent) continue
    if (ofSatellite.test(node.value)) satellites.push(loading.has(parent.type) || isImport(parent) ? parent : node)
    if (node.value !== name && !node.value.startsWith(`${name}/`)) continue
    const to = moved[node.value]
    if (!isImport(parent)) {
      if (loading.has(parent.type)) opaque.push(parent)
      else named.push(node)
    } else if (to !== undefined) modules.push({ place: node, to })
    else if (followed.includes(node.value) && parent.specifiers.every(({ type }) => type === 'ImportSpecifier'))
      imports.push({ declaration: parent, bindings: bindingsOf(source, parent) })
    else opaque.push(parent)
  }
  return { imports, modules, opaque, satellites, named }
}

const isImport = (node: Located): node is ImportDeclaration & Located => node.type === 'ImportDeclaration'

/** In what else a package is named so as to be loaded: `require`, `import()`, `export … from`, and `import('…')` as a type. */
const loading: ReadonlySet<string> = new Set([
  'CallExpression',
  'ImportExpression',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSImportType',
  'TSLiteralType',
  'TSExternalModuleReference',
])

function bindingsOf(source: Source, declaration: ImportDeclaration): Binding[] {
  return declaration.specifiers.flatMap((specifier) => {
    if (specifier.type !== 'ImportSpecifier') return []
    const { imported } = specifier
    const local = specifier.local.name
    const named = source.nodes.filter((node) => isNamed(node, local))
    return {
      imported: imported.type === 'Identifier' ? imported.name : imported.value,
      local,
      references: named.filter((node) => isReference(source, node)),
      shadowed: named.some((node) => isDeclared(source, node)),
    }
  })
}

export function isReference({ parents }: Source, node: Located): boolean {
  const parent = parents.get(node)
  switch (parent?.type) {
    case 'ImportSpecifier':
    case 'JSXAttribute':
      return false
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return parent.object === node || parent.computed
    case 'JSXMemberExpression':
      return parent.object === node
    case 'ExportSpecifier': {
      const statement = parents.get(parent)
      return parent.local === node && !(statement?.type === 'ExportNamedDeclaration' && statement.source)
    }
    case 'ObjectProperty':
      return parent.value === node || parent.computed
    default:
      return true
  }
}

/** Does this name declare something of its own? */
export function isDeclared({ parents }: Source, node: Located): boolean {
  const parent = parents.get(node)
  switch (parent?.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return parent.id === node || ('params' in parent && parent.params.some((each) => each === node))
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return parent.params.some((each) => each === node)
    case 'ObjectProperty':
      return parent.value === node && parents.get(parent)?.type === 'ObjectPattern'
    case 'AssignmentPattern':
      return parent.left === node
    case 'ArrayPattern':
    case 'RestElement':
    case 'CatchClause':
      return true
    default:
      return false
  }
}
