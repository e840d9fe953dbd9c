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
  const isHook = ({ name }) => /^use[A-Z]/.test(name)
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
      byEntry(functions.filter((each) => !isReact(each) && !isComponent(each))).map(
        ([entry, of]) => `## \`${entry}\`\n\n${reader.functionRows(of)}`,
      ),
    ),
  }
  return { pages, wordless: reader.wordless() }
}

const page = (title, words, parts) => `${made}\n# ${title}\n\n${words}\n\n${parts.join('\n')}`

function byEntry(all) {
  const entries = new Map()
  for (const each of all) entries.set(each.entry, [...(entries.get(each.entry) ?? []), each])
  return [...entries]
}

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
    if (!said) wordless.add(name)
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

  /** A table of what an object of ours has. */
  const table = (type, owner, taken = new Map()) => {
    const each = checker.getNonNullableType(type)
    if ((type.flags | each.flags) & (ts.TypeFlags.StringLike | ts.TypeFlags.TypeParameter)) return ''
    if (!isOurs(each) || each.isUnion() || each.getCallSignatures().length > 0) return ''
    const properties = each.getProperties()
    if (properties.length === 0) return ''
    const rows = properties.map((property) => {
      const optional = property.flags & ts.SymbolFlags.Optional ? '?' : ''
      return `| \`${property.name}${optional}\` | ${cell(typeText(property))} | ${inCell(taken.get(property.name) ?? words(property, `${owner}.${property.name}`))} |`
    })
    return `| name | type | what it is |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  }

  const functionRows = (of) =>
    `| function | what it does |\n| --- | --- |\n${of
      .map(({ entry, name, symbol }) => `| \`${name}\` | ${inCell(words(symbol, `${entry} ${name}`))} |`)
      .join('\n')}\n`

  const functionPart = ({ entry, name, symbol }) => {
    const call = callOf(symbol)
    const [parameter] = call.getParameters().filter((each) => each.name !== 'foyer')
    const taken = parameter ? table(typeOf(parameter), name, parametersOf(symbol)) : ''
    const given = checker.getReturnTypeOfSignature(call)
    const returned = table(checker.getAwaitedType(given) ?? given, name)
    const throws = tag(symbol, 'throws')
    // The compiler reads `S9.9` as a name with a member, and prints a space between the two.
    const see = referencesIn(
      tag(symbol, 'see')
        .replace(/([SFWX]\d+) \./g, '$1.')
        .replace(/\n/g, '; '),
    )
    const example = tag(symbol, 'example')
    return [
      `## ${name}\n`,
      `From \`${entry}\`.\n`,
      `${words(symbol, `${entry} ${name}`)}\n`,
      `\`\`\`ts\n${name}${typeText(symbol).replace(') => ', '): ')}\n\`\`\`\n`,
      taken && `Takes:\n\n${taken}`,
      returned && /^use[A-Z]/.test(name) ? `Returns:\n\n${returned}` : '',
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
    functionRows,
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

const oneLine = (source) => source.replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, '').replace(/\s*\n\s*/g, ' ')
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
