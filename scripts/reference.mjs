// docs/reference: every option, component, hook, event and public function, made of the types and their doc comments.
// `node scripts/reference.mjs` writes it; a test compares it with the sources, and names what has no words yet.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { referencesIn, withoutNumbers } from './numbers.mjs'
import { root } from './processes.mjs'
import { entriesOf, kitPackages, manifestOf } from './workspace.mjs'

const folder = `${root}docs/reference/`
const made = '<!-- Made by scripts/reference.mjs from the sources. -->\n'

/** The entries of the published packages: what a host imports, and the file it is in. */
async function publicEntries() {
  const entries = []
  for (const name of kitPackages) {
    const manifest = await manifestOf(`packages/${name}`)
    for (const [output, file] of Object.entries(entriesOf(`packages/${name}`, manifest))) {
      const path = output.replace(/\/?index$/, '')
      if (path !== 'internal') entries.push({ name: [manifest.name, path].filter(Boolean).join('/'), file })
    }
  }
  return entries
}

/**
 * The pages, by their file's name, and what has no words.
 * @returns {Promise<{ pages: Record<string, string>, wordless: readonly string[] }>}
 */
export async function reference() {
  const entries = await publicEntries()
  const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { ...options, composite: false, incremental: false, noEmit: true },
  )
  const reader = createReader(program.getTypeChecker())
  const exported = entries.flatMap(({ name, file }) => {
    const source = program.getSourceFile(file)
    return source ? reader.exportsOf(source).map((each) => ({ entry: name, ...each })) : []
  })
  const named = (entry, name) => exported.find((each) => each.entry === entry && each.name === name)?.symbol
  const functions = exported.filter(({ symbol }) => reader.callOf(symbol))
  const isReact = ({ entry }) => entry.startsWith('@foyer/react')
  const isHook = ({ name }) => isHookName(name)
  const isComponent = ({ name }) => /^[A-Z]/.test(name)
  const pages = {
    'options.md': page(
      'Options',
      'What `createFoyer` of `@foyer/core` takes. Only `projectId` and `networks` have to be given.',
      [
        ...reader.members(named('@foyer/core', 'FoyerOptions')),
        '## Features\n\nWhat `features` switches on, each by its name.\n',
        ...reader.members(named('@foyer/core', 'Features'), 3),
      ],
    ),
    'kit.md': page('The kit', 'What `createFoyer` returns, and `useFoyer` in a component.', [
      ...reader.members(named('@foyer/core', 'Foyer')),
    ]),
    'components.md': page(
      'Components',
      'The React components of `@foyer/react`, with what they take.',
      functions.filter((each) => isReact(each) && isComponent(each)).map((each) => reader.functionPart(each)),
    ),
    'hooks.md': page(
      'Hooks',
      'The hooks of `@foyer/react`, and those of `@foyer/react/headless`, from which a host draws the same features by itself.',
      functions.filter((each) => isReact(each) && isHook(each)).map((each) => reader.functionPart(each)),
    ),
    'events.md': page(
      'Events',
      'What `foyer.onEvent` calls back with, and `useFoyerEvents` returns: `data.event` is the name, `data.properties` what is said of it.',
      reader.events(named('@foyer/core', 'KitEvents')),
    ),
    'functions.md': page(
      'Functions',
      'What the entries of the packages export besides, by entry. Each takes the kit where it acts for one.',
      byEntry(functions.filter((each) => !isReact(each) && !isComponent(each))).map(([entry, of]) =>
        [`## \`${entry}\`\n`, ...of.map((each) => reader.functionPart(each, { level: 3 }))].join('\n'),
      ),
    ),
  }
  return { pages: withLinks(pages), wordless: reader.wordless() }
}

const page = (title, words, parts) => `${made}\n# ${title}\n\n${words}\n\n${parts.join('\n')}`

function byEntry(all) {
  const entries = new Map()
  for (const each of all) entries.set(each.entry, [...(entries.get(each.entry) ?? []), each])
  return [...entries]
}

/**
 * Has each `{@link …}` of a doc comment lead to where the thing stands, on the same page if it can; what stands nowhere is named.
 * @param {Record<string, string>} pages
 * @returns {Record<string, string>}
 */
function withLinks(pages) {
  const places = Object.entries(pages).map(([file, content]) => [file, anchorsIn(content)])
  const placeOf = (name, from) =>
    [...places]
      .sort(([file]) => (file === from ? -1 : 1))
      .flatMap(([file, anchors]) => {
        const anchor = anchors.get(name)
        return anchor === undefined ? [] : [`${file === from ? '' : file}#${anchor}`]
      })
      .at(0)
  return Object.fromEntries(
    Object.entries(pages).map(([file, content]) => [
      file,
      content.replace(/\{@link ([\w.]+) *\}/g, (_, name) => {
        const place = placeOf(name.split('.').at(-1), file)
        return place === undefined ? `\`${name}\`` : `[\`${name}\`](${place})`
      }),
    ]),
  )
}

/** The headings of a page by their text, each with the anchor that it gets where the page is read: a text that comes again is counted. */
function anchorsIn(content) {
  const anchors = new Map()
  const seen = new Map()
  for (const [, heading] of content.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const name = heading.replaceAll('`', '')
    const slug = name
      .toLowerCase()
      .replaceAll(' ', '-')
      .replace(/[^\w-]/g, '')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    if (!anchors.has(name)) anchors.set(name, before === 0 ? slug : `${slug}-${before}`)
  }
  return anchors
}

/** What stands on a page of its own, as it would be too long beside each function that takes it. */
const pageOf = { FoyerOptions: 'options.md', Foyer: 'kit.md', FoyerState: 'kit.md#store' }

const isHookName = (name) => /^use[A-Z]/.test(name)

/** Reads symbols as words. */
function createReader(checker) {
  const wordless = new Set()
  const typeOf = (symbol) => checker.getTypeOfSymbol(symbol)
  const declarationOf = (symbol) => symbol.declarations?.at(-1)
  /** A member's or function's type, as its declaration writes it. */
  const typeText = (symbol) => {
    const declared = declarationOf(symbol)
    if (!declared) return checker.typeToString(typeOf(symbol))
    const { parameters, type } = declared
    const returned = type ? oneLine(type.getText()) : checker.typeToString(typeOf(symbol))
    if (!parameters) return returned.replace(/ \| undefined$/, '')
    return `(${parameters.map((each) => oneLine(each.getText())).join(', ')}) => ${returned}`
  }
  const callOf = (symbol) => typeOf(symbol).getCallSignatures().at(-1)
  const words = (symbol, name) => {
    const said = withoutNumbers(ts.displayPartsToString(symbol.getDocumentationComment(checker))).trim()
    if (!said && name) wordless.add(name)
    return said
  }
  const tag = (symbol, name) =>
    symbol
      .getJsDocTags(checker)
      .filter((each) => each.name === name)
      .map((each) => withoutNumbers(ts.displayPartsToString(each.text)).trim())
      .join('\n')

  /** What the doc comment of a function says of the members of its parameter. */
  const parametersOf = (symbol) =>
    new Map(
      symbol
        .getJsDocTags(checker)
        .filter((each) => each.name === 'param')
        .map((each) => /^parameters\.(\w+)\s+-\s+([\s\S]*)$/.exec(ts.displayPartsToString(each.text)) ?? [])
        .map(([, name, said = '']) => [name, withoutNumbers(said)]),
    )

  const isOurs = (type) =>
    (type.aliasSymbol ?? type.symbol)?.declarations?.some(
      (each) => !each.getSourceFile().fileName.includes('node_modules'),
    ) ?? false

  /** Is what is taken one object, whose members are a function's parameters? */
  const isByName = (parameter) => {
    const { name } = declarationOf(parameter)
    return ts.isObjectBindingPattern(name) || /^(parameters|options)$/.test(parameter.name)
  }

  const namesOf = (properties) => properties.map(({ name }) => name).join()

  /** A table of what an object of ours has, or each of a union whose members have the same names; each needs words where the owner is said. */
  const table = (type, owner, taken = new Map()) => {
    const each = checker.getNonNullableType(type)
    if ((type.flags | each.flags) & (ts.TypeFlags.StringLike | ts.TypeFlags.TypeParameter)) return ''
    if (!isOurs(each) || each.getCallSignatures().length > 0) return ''
    const [first, ...others] = each.isUnion()
      ? each.types.map((member) => member.getProperties())
      : [each.getProperties()]
    if (first.length === 0 || others.some((members) => namesOf(members) !== namesOf(first))) return ''
    const rows = first.map((property) => {
      const optional = property.flags & ts.SymbolFlags.Optional ? '?' : ''
      // Either of a union says it by its own type.
      const types = [property, ...others.flatMap((members) => members.filter(({ name }) => name === property.name))]
      const written = [...new Set(types.map(typeText))].join(' | ')
      return `| \`${property.name}${optional}\` | ${cell(written)} | ${inCell(taken.get(property.name) ?? words(types.find((either) => words(either)) ?? property, owner && `${owner}.${property.name}`))} |`
    })
    // A signature has names and types by itself.
    if (rows.every((row) => row.endsWith('|  |'))) return ''
    return `| name | type | what it is |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  }

  /** How a function is called, in each of its forms, as its declaration writes them. */
  const signaturesOf = (symbol, name) =>
    typeOf(symbol)
      .getCallSignatures()
      .map((signature) => {
        const { declaration } = signature
        const isWritten =
          ts.isFunctionDeclaration(declaration) ||
          ts.isArrowFunction(declaration) ||
          ts.isFunctionExpression(declaration)
        if (!isWritten)
          return `${name}${fewTexts(checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation))}`
        const written = (nodes) => nodes.map((each) => oneLine(each.getText())).join(', ')
        const generic = declaration.typeParameters ? `<${written(declaration.typeParameters)}>` : ''
        const returned = declaration.type
          ? oneLine(declaration.type.getText())
          : checker.typeToString(signature.getReturnType(), undefined, ts.TypeFormatFlags.NoTruncation)
        return `${name}${generic}(${written(declaration.parameters)}): ${returned}`
      })
      .join('\n')

  const functionPart = ({ entry, name, symbol }, { level = 2 } = {}) => {
    const call = callOf(symbol)
    const [parameter] = call.getParameters().filter((each) => each.name !== 'foyer')
    const isOfReact = level === 2
    // Of any function, what it takes by name; elsewhere than in React the names may be enough.
    const isShown = parameter && (isOfReact || isByName(parameter))
    const type = parameter && typeOf(parameter).symbol?.name
    const page = isShown && pageOf[type]
    const taken = isShown && !page ? table(typeOf(parameter), isOfReact ? name : undefined, parametersOf(symbol)) : ''
    const given = checker.getReturnTypeOfSignature(call)
    const returned = isHookName(name) ? table(checker.getAwaitedType(given) ?? given, name) : ''
    const throws = tag(symbol, 'throws')
    // The compiler reads `S9.9` as a name with a member, and prints a space between the two.
    const see = referencesIn(
      tag(symbol, 'see')
        .replace(/([SFWX]\d+) \./g, '$1.')
        .replace(/\n/g, '; '),
    )
    const example = tag(symbol, 'example')
    return [
      `${'#'.repeat(level)} ${name}\n`,
      // Below an entry's heading it needn't be said.
      isOfReact && `From \`${entry}\`.\n`,
      `${words(symbol, `${entry} ${name}`)}\n`,
      `\`\`\`ts\n${signaturesOf(symbol, name)}\n\`\`\`\n`,
      page && `Takes: [\`${type}\`](${page})\n`,
      taken && `Takes:\n\n${taken}`,
      returned && `Returns:\n\n${returned}`,
      throws && `Throws: ${throws}\n`,
      see && (/^[a-z]/.test(see) ? `Note: ${see}.\n` : `See: ${see}\n`),
      example && `\`\`\`tsx\n${example}\n\`\`\`\n`,
    ]
      .filter(Boolean)
      .join('\n')
  }

  const members = (symbol, level = 2) =>
    checker
      .getDeclaredTypeOfSymbol(symbol)
      .getProperties()
      .map((property) => {
        const throws = tag(property, 'throws')
        return [
          `${'#'.repeat(level)} ${property.name}\n`,
          `\`\`\`ts\n${property.name}${property.flags & ts.SymbolFlags.Optional ? '?' : ''}: ${typeText(property)}\n\`\`\`\n`,
          `${words(property, `${symbol.name}.${property.name}`)}\n`,
          throws && `Throws: ${throws}\n`,
        ]
          .filter(Boolean)
          .join('\n')
      })

  const events = (symbol) =>
    checker
      .getDeclaredTypeOfSymbol(symbol)
      .getProperties()
      .map((each) => {
        const { NoTruncation, InTypeAlias } = ts.TypeFormatFlags
        // What has a name of its own is written out: the name says nothing here.
        const isNamed = ts.isTypeReferenceNode(declarationOf(each)?.type)
        const shape = isNamed
          ? checker.typeToString(typeOf(each), undefined, NoTruncation | InTypeAlias)
          : typeText(each)
        const code = shape === 'undefined' ? '' : `\n\`\`\`ts\n${shape}\n\`\`\`\n`
        return `## ${each.name}\n\n${words(each, `event ${each.name}`)}\n${code}`
      })

  return {
    callOf,
    functionPart,
    members,
    events,
    exportsOf: (source) =>
      checker
        .getExportsOfModule(checker.getSymbolAtLocation(source))
        .map((each) => ({
          name: each.name,
          symbol: each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    wordless: () => [...wordless].sort(),
  }
}

/** Of a union of more than twelve texts the first three, and how many more there are. */
const fewTexts = (type) =>
  type.replace(/"[^"]*"(?: \| "[^"]*"){12,}/g, (all) => {
    const each = all.split(' | ')
    return `${each.slice(0, 3).join(' | ')} | … (${each.length - 3} more)`
  })

const oneLine = (source) =>
  source
    .replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll(', }', ' }')
const inCell = (words) => words.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
const cell = (type) => `\`${inCell(type)}\``

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { pages, wordless } = await reference()
  await mkdir(folder, { recursive: true })
  for (const file of await readdir(folder)) if (!(file in pages)) await rm(`${folder}${file}`)
  for (const [file, content] of Object.entries(pages)) await writeFile(`${folder}${file}`, content)
  if (wordless.length > 0) console.log(`Without words: ${wordless.length}\n${wordless.join('\n')}`)
}

/** The pages as they are committed. @returns {Promise<Record<string, string>>} */
export async function writtenPages() {
  const files = await readdir(folder)
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(`${folder}${file}`, 'utf8')])),
  )
}
