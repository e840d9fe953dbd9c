// node scripts/expressions.mjs: every regular expression of the sources takes linear time, whatever text it reads; `npm run check` calls it. What recheck says of
// one is kept by its hash in scripts/expressions.json; `--update` asks recheck about those that are new and keeps what it says, `--update --anew` about all.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { root } from './processes.mjs'
import { commandPackages } from './workspace.mjs'

/** What a developer runs over text of their own reads no stranger's. */
const isOfDevelopers = (path) => commandPackages.some((name) => path.startsWith(`packages/${name}/`))
const isSource = (path) =>
  /\.(?:ts|tsx|mjs|js)$/.test(path) && !/\.test(?:-d)?\.|\/(?:test|fixtures)\//.test(path) && !isOfDevelopers(path)

/** The sources of all that runs where strangers' text comes in: the packages, the applications, the stack's servers. */
async function sources() {
  const folders = ['stack/src']
  for (const parent of ['packages', 'apps'])
    for (const name of (await readdir(`${root}${parent}`)).sort()) folders.push(`${parent}/${name}/src`)
  const paths = []
  for (const folder of folders) {
    const entries = await readdir(`${root}${folder}`, { recursive: true }).catch((error) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    paths.push(...entries.map((entry) => `${folder}/${entry}`).filter(isSource))
  }
  return paths
}

/**
 * Finds the regular expressions of a source: literals, and those that are made of constants of the same file.
 * @returns {{ found: { source: string, flags: string, line: number }[], unread: { text: string, line: number }[] }} `unread` is made of anything else
 */
export function expressionsIn({ path, text }) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = new Map()
  const made = []
  const found = []
  const lineOf = (node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const isConstant = (node.parent.flags & ts.NodeFlags.Const) !== 0
      // Of two by one name it isn't looked up which is meant.
      constants.set(node.name.text, isConstant && !constants.has(node.name.text) ? node.initializer : undefined)
    }
    if (ts.isRegularExpressionLiteral(node)) found.push({ ...partsOf(node.text), line: lineOf(node) })
    else if (isMaking(node)) made.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  const unread = []
  for (const node of made) {
    const [pattern, flags] = node.arguments ?? []
    const [source, letters] = [textOf(pattern, constants), flags === undefined ? '' : textOf(flags, constants)]
    if (source === undefined || letters === undefined) unread.push({ text: node.getText(file), line: lineOf(node) })
    else found.push({ source, flags: letters, line: lineOf(node) })
  }
  return { found, unread }
}

/** `new RegExp(…)`, `RegExp(…)`, and the methods of a text that make one of a text. */
function isMaking(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  const { expression, arguments: [first] = [] } = node
  if (ts.isIdentifier(expression)) return expression.text === 'RegExp'
  const isMatch = ts.isPropertyAccessExpression(expression) && /^match(?:All)?$/.test(expression.name.text)
  return isMatch && first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))
}

function partsOf(literal) {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/** The text that a constant expression is; undefined for any other. */
function textOf(node, constants) {
  if (node === undefined) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isRegularExpressionLiteral(node)) return partsOf(node.text).source
  if (ts.isIdentifier(node)) return textOf(constants.get(node.text), constants)
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return textOf(node.expression, constants)
  if (!ts.isTemplateExpression(node)) return undefined
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const value = textOf(expression, constants)
    return value === undefined ? undefined : value + literal.text
  })
  return parts.includes(undefined) ? undefined : node.head.text + parts.join('')
}

const hashOf = ({ source, flags }) => createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 32)

/** All expressions, by their hash, with the places where they stand; and those that can't be read. */
async function allExpressions() {
  const byHash = new Map()
  const unread = []
  const schemas = new Set()
  const add = ({ source, flags }, at) => {
    const hash = hashOf({ source, flags })
    const { places = [] } = byHash.get(hash) ?? {}
    byHash.set(hash, { source, flags, places: [...places, at] })
  }
  for (const path of await sources()) {
    const text = await readFile(`${root}${path}`, 'utf8')
    const inFile = expressionsIn({ path, text })
    for (const each of inFile.found) add(each, `${path}:${each.line}`)
    unread.push(...inFile.unread.map(({ text, line }) => `${path}:${line} ${text}`))
    for (const [, name] of text.matchAll(/\bv\.([A-Za-z]+)\(/g)) schemas.add(name.toLowerCase())
  }
  // Schemas read with the expressions of their library, such as `v.email()` with EMAIL_REGEX.
  const library = await import(createRequire(`${root}packages/core/package.json`).resolve('valibot'))
  for (const [name, each] of Object.entries(library)) {
    const action = name.replace('_REGEX', '').replaceAll('_', '').toLowerCase()
    if (each instanceof RegExp && schemas.has(action)) add(each, `valibot's ${name}`)
  }
  return { byHash, unread }
}

const keptIn = `${root}scripts/expressions.json`

async function main({ update, anew }) {
  const { byHash, unread } = await allExpressions()
  const kept = new Set(JSON.parse(await readFile(keptIn, 'utf8')))
  const fresh = [...byHash].filter(([hash]) => (update && anew) || !kept.has(hash))
  const problems = unread.map(
    (each) => `${each}\n  is made of more than constants of its own file, so nobody can say what it takes.`,
  )
  if (update) {
    const bad = await vulnerable(fresh)
    problems.push(...bad.values())
    const safe = [...byHash.keys()].filter((hash) => !bad.has(hash)).sort()
    await writeFile(keptIn, `${JSON.stringify(safe, null, 2)}\n`)
  } else
    problems.push(
      ...fresh.map(
        ([, { source, flags, places }]) =>
          `${places.join(' ')} /${source}/${flags}\n  isn't checked: run \`node scripts/expressions.mjs --update\`.`,
      ),
    )
  console.log([...problems, `${byHash.size} expressions, ${problems.length} of them not good.`].join('\n'))
  if (problems.length > 0) process.exitCode = 1
}

/**
 * Those that recheck can't call safe, by their hash, each with its places and the attack.
 * @param {Iterable<[hash: string, expression: { source: string, flags: string, places: readonly string[] }]>} expressions
 */
export async function vulnerable(expressions) {
  const { check } = await import('recheck')
  const bad = new Map()
  const waiting = [...expressions].values()
  const work = async () => {
    for (const [hash, { source, flags, places }] of waiting) {
      const { status, complexity, attack } = await check(source, flags, { timeout: 60_000 })
      if (status === 'safe' || (complexity?.isFuzz && (await isRefuted({ source, flags, attack })))) continue
      bad.set(
        hash,
        `${places.join(' ')} /${source}/${flags}\n  ${status}: ${complexity?.summary ?? ''} ${attack?.pattern ?? ''}`,
      )
    }
  }
  await Promise.all([work(), work()])
  return bad
}

/** More than an expression takes over 100 kB in linear time, and less than a step for each pair of letters takes. */
const mostMs = 100

/**
 * Whether the engine withstands an attack. Recheck proves what it can; of an expression that looks ahead or behind it guesses, by counting steps of an engine that
 * isn't ours. The attack is tried at 100 kB in a process of its own, which may have to be ended.
 */
async function isRefuted({ source, flags, attack: { pumps, suffix } }) {
  const once = pumps.map(({ pump }) => pump.length).reduce((sum, length) => sum + length, 0)
  const times = Math.ceil(100_000 / Math.max(once, 1))
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
  const trial = `const { source, flags, text } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
    const from = performance.now()
    text.replace(new RegExp(source, flags), '')
    console.log(performance.now() - from)`
  const { stdout } = spawnSync(process.execPath, ['-e', trial], {
    input: JSON.stringify({ source, flags, text }),
    encoding: 'utf8',
    timeout: 10_000,
  })
  return stdout !== '' && Number(stdout) < mostMs
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const has = (name) => process.argv.includes(name)
  await main({ update: has('--update'), anew: has('--anew') })
}
