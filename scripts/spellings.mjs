// node scripts/spellings.mjs: no hexadecimals in their one form (`LowerHex`, `Selector`) are compared with other text; `npm run check` calls it. To TypeScript a
// brand over text is text: `data === typed` compiles whatever spelling `typed` has, so its own checker is asked here of what type each side is.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './processes.mjs'

/** The property that the brands have and no other type does. */
const brand = '~spelling'

const equalities = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])

/** Methods that compare what they are given: with the entries of a collection, or with the letters of a text. */
const ofEntries = new Set(['has', 'get', 'delete', 'includes', 'indexOf', 'lastIndexOf'])
const ofLetters = new Set(['includes', 'indexOf', 'lastIndexOf', 'startsWith', 'endsWith'])

/** The collections that have them, by their names in the library. */
const collections = new Set(['Array', 'ReadonlyArray', 'Set', 'ReadonlySet', 'Map', 'ReadonlyMap'])

const options = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['foyer-source'],
  jsx: ts.JsxEmit.ReactJSX,
  resolveJsonModule: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/** The sources of the packages and applications into which such hexadecimals come: by their type's name, or with what `@foyer/signing` reads. Tests are left out. */
async function sources() {
  const paths = []
  for (const parent of ['packages', 'apps'])
    for (const name of (await readdir(`${root}${parent}`)).sort()) {
      const folder = `${parent}/${name}/src`
      const entries = await readdir(`${root}${folder}`, { recursive: true }).catch((error) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const own = entries.filter(isSource).map((entry) => `${folder}/${entry}`)
      const texts = await Promise.all(own.map((path) => readFile(`${root}${path}`, 'utf8')))
      if (texts.some((text) => /\bLowerHex\b|'@foyer\/signing/.test(text))) paths.push(...own)
    }
  return paths
}

const isSource = (path) => /\.tsx?$/.test(path) && !/\.test(?:-d)?\.|\.d\.ts$|(?:^|\/)(?:test|fixtures)\//.test(path)

/**
 * Finds the comparisons of hexadecimals in their one form with text of another type, or with a literal that isn't in that form.
 * @param {readonly string[]} paths from the project's folder
 * @param {Readonly<Record<string, string>>} [written] the text of files that don't exist
 * @returns {{ place: string, text: string }[]}
 */
export function wrongComparisons(paths, written = {}) {
  const texts = new Map(Object.entries(written).map(([path, text]) => [`${root}${path}`, text]))
  const host = ts.createCompilerHost(options, true)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.getSourceFile = (path, version, ...more) => {
    const text = texts.get(path)
    return text === undefined
      ? getSourceFile(path, version, ...more)
      : ts.createSourceFile(path, text, version, true, undefined)
  }
  host.getCurrentDirectory = () => root
  const program = ts.createProgram({ rootNames: paths.map((path) => `${root}${path}`), options, host })
  const compared = comparing(program.getTypeChecker())
  const found = []
  for (const path of paths) {
    const file = program.getSourceFile(`${root}${path}`)
    const visit = (node) => {
      const [one, other] = compared(node)
      if (isWrong(one, other) || isWrong(other, one)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
        found.push({ place: `${path}:${line + 1}`, text: node.getText(file).split('\n')[0] })
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

/** A side of a comparison is what texts it may be: a literal, one in the one form, or any other. */
const [lower, other] = [Symbol('in the one form'), Symbol('any text')]

const isLowerText = (text) => /^(?:0x)?[0-9a-f]*$/.test(text)

/** Whether one side has hexadecimals in their one form, and the other text that needn't be. */
const isWrong = (side, against) =>
  side.includes(lower) &&
  against.some((each) => each !== lower && (each === other || !(isLowerText(each) || side.includes(each))))

/** What is seen to be no hexadecimals without a look at its type, which most comparisons are with: their other sides aren't looked at either. */
function isPlain(node) {
  if (ts.isStringLiteralLike(node)) return !/^(?:0x)?[\da-f]*$/i.test(node.text)
  if (ts.isIdentifier(node)) return node.text === 'undefined'
  return plain.has(node.kind)
}

const plain = new Set([
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.TypeOfExpression,
])

/** Makes what returns the two sides that a node compares; two without a text for a node that compares nothing. */
function comparing(checker) {
  const typeOf = (node) => checker.getTypeAtLocation(node)
  const sideOf = (node) => (isPlain(node) ? [] : isPartOfLower(node) ? [lower] : textsOf(typeOf(node), checker))
  /** A piece that is cut out of them, whose type is any text. */
  const isPartOfLower = (node) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:slice|substring|at)$/.test(node.expression.name.text) &&
    textsOf(typeOf(node.expression.expression), checker).includes(lower)
  const lookedUp = (table, name) => {
    const asked = sideOf(name)
    return asked.includes(lower) ? [namesOf(typeOf(table), checker), asked] : [[], []]
  }
  const pairOf = (one, other) => (isPlain(one) || isPlain(other) ? [[], []] : [sideOf(one), sideOf(other)])
  return (node) => {
    if (ts.isBinaryExpression(node) && equalities.has(node.operatorToken.kind)) return pairOf(node.left, node.right)
    if (ts.isCaseClause(node)) return pairOf(node.parent.parent.expression, node.expression)
    if (ts.isElementAccessExpression(node)) return lookedUp(node.expression, node.argumentExpression)
    const isMethod = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
    const [asked, name] = isMethod ? node.arguments : []
    if (asked === undefined) return [[], []]
    const { expression: holder, name: method } = node.expression
    if (method.text === 'hasOwn' && name) return lookedUp(asked, name)
    if (isPlain(asked)) return [[], []]
    if (ofLetters.has(method.text) && sideOf(holder).length > 0) return pairOf(holder, asked)
    if (!ofEntries.has(method.text) || !collections.has(typeOf(holder).getSymbol()?.name)) return [[], []]
    const [entry] = checker.getResolvedSignature(node)?.parameters ?? []
    return [entry ? textsOf(checker.getTypeOfSymbolAtLocation(entry, node), checker) : [], sideOf(asked)]
  }
}

/** The texts that a value of a type may be. */
function textsOf(type, checker) {
  if (type.isUnion()) return type.types.flatMap((each) => textsOf(each, checker))
  if (type.isStringLiteral()) return [type.value]
  if (checker.getPropertyOfType(type, brand)) return [lower]
  if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [other]
  if (type.isIntersection()) return type.types.flatMap((each) => textsOf(each, checker))
  if (!(type.flags & ts.TypeFlags.Instantiable)) return []
  const constraint = checker.getBaseConstraintOfType(type)
  return constraint && constraint !== type ? textsOf(constraint, checker) : [other]
}

/** The names that an object has, of a table by which something is looked up. */
function namesOf(type, checker) {
  if (type.isUnion()) return type.types.flatMap((each) => namesOf(each, checker))
  const isList = checker.isArrayLikeType(type) || type.flags & ts.TypeFlags.StringLike
  if (isList) return []
  const open = checker.getIndexInfosOfType(type).flatMap(({ keyType }) => textsOf(keyType, checker))
  return [...open, ...checker.getPropertiesOfType(type).map(({ name }) => name)]
}

async function main() {
  const found = wrongComparisons(await sources())
  for (const { place, text } of found)
    console.log(`${place} ${text}\n  compares hexadecimals in their one form with text that needn't be in it.`)
  console.log(`${found.length} wrong comparisons of hexadecimals.`)
  if (found.length > 0) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
