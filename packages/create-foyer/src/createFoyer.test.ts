import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProject, refuseFull } from './createProject.js'
import { readRequest } from './readRequest.js'
import { readTemplates } from './templates.js'
import { openTerminal } from './terminal.js'

let place = ''
let templatesFolder = ''
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'create-foyer-'))
  templatesFolder = join(place, 'templates')
  for (const name of ['headless', 'vite-react']) {
    await mkdir(join(templatesFolder, name, 'src'), { recursive: true })
    const manifest = { name: `foyer-${name}`, private: true, description: `About ${name}.`, license: 'MIT' }
    await writeFile(join(templatesFolder, name, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(templatesFolder, name, '_gitignore'), 'node_modules/\n')
    await writeFile(join(templatesFolder, name, 'src/main.ts'), `// ${name}\n`)
  }
})
afterEach(() => rm(place, { recursive: true, force: true }))

/** Reads what was typed; answers are given to the questions in their order, and no terminal is there without any. */
async function read(args: readonly string[], ...answers: string[]) {
  const questions: string[] = []
  const printed: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return answers.shift() ?? ''
  }
  const terminal = answers.length > 0 ? { ask, print: (line: string) => void printed.push(line) } : undefined
  const templates = await readTemplates(templatesFolder)
  return { request: await readRequest({ args, templates, terminal, refuse: refuseFull }), questions, printed }
}

describe('what is to be made', () => {
  test('is what was typed, and nothing is asked', async () => {
    const { request, questions } = await read(['a/My Dapp', '--template', 'headless'], 'never')
    expect(request).toEqual({ folder: 'a/My Dapp', name: 'my-dapp', template: 'headless' })
    expect(questions).toEqual([])
  })

  test('is asked for at a terminal: a template by its name or number, the usual by an empty line', async () => {
    const { request, questions } = await read([], ' shop ', '2')
    expect(request).toEqual({ folder: 'shop', name: 'shop', template: 'headless' })
    expect(questions[1]).toContain('1  vite-react: About vite-react.\n  2  headless: About headless.')
    expect((await read([], '', 'headless')).request).toMatchObject({ folder: 'my-dapp', template: 'headless' })
    expect((await read(['shop'], '')).request).toMatchObject({ template: 'vite-react' })
  })

  test('is asked for again, with what is wrong, until an answer can be used', async () => {
    const full = join(place, 'full')
    await mkdir(full)
    await writeFile(join(full, 'notes.txt'), 'mine')
    const { request, questions, printed } = await read([], '.hidden', full, 'shop', 'svelte', '2')
    expect(request).toEqual({ folder: 'shop', name: 'shop', template: 'headless' })
    expect(questions.map((question) => /Folder|Template/.exec(question)?.[0])).toEqual([
      'Folder',
      'Folder',
      'Folder',
      'Template',
      'Template',
    ])
    expect(printed).toEqual([
      expect.stringContaining('folder: ".hidden" can\'t'),
      expect.stringContaining("isn't empty: it has notes.txt"),
      expect.stringContaining('template: there is none called "svelte"'),
    ])
  })

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('is nothing where the questions are ended by %s, which is said in a line', async (_, key) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const terminal = openTerminal({ input, output })
    const templates = await readTemplates(templatesFolder)
    const asked = readRequest({ args: [], templates, terminal, refuse: refuseFull })
    input.write(key)
    await expect(asked).rejects.toMatchObject({ name: 'StoppedError', message: 'Stopped: nothing was made.' })
    terminal.close()
    output.end()
    expect(await text(output)).toContain('Folder (my-dapp): ')
  })

  test('is the usual template without a terminal, and never a folder that nobody named', async () => {
    expect((await read(['shop'])).request).toMatchObject({ template: 'vite-react' })
    await expect(read([])).rejects.toThrow('folder: is missing.')
  })

  test('is nothing where help is asked for', async () => {
    expect((await read(['--help'])).request).toBeUndefined()
  })

  test.each([
    {
      args: ['shop', '--template', 'svelte'],
      says: 'template: there is none called "svelte". There are: vite-react, ',
    },
    { args: ['shop', '--template', '3'], says: 'template: ' },
    { args: ['shop', '--template', '../headless'], says: 'template: ' },
    { args: ['shop', '--template'], says: 'arguments: --template lacks the name of a template.' },
    { args: ['shop', '-t'], says: 'arguments: -t lacks the name of a template.' },
    {
      args: ['shop', '--force'],
      says: 'arguments: there is no option --force. There are --template (-t) and --help (-h).',
    },
    { args: ['shop', 'other'], says: 'folder: one is made' },
    { args: ['.hidden'], says: 'folder: ".hidden" can\'t be a package\'s name.' },
    { args: ['магазин'], says: 'folder: ' },
    { args: ['/'], says: 'folder: ' },
  ])('is refused by the field that is wrong: $args', async ({ args, says }) => {
    await expect(read(args)).rejects.toMatchObject({ name: 'InputError', message: expect.stringContaining(says) })
  })
})

describe('a project', () => {
  const make = (folder: string) => createProject({ folder, name: 'shop', template: 'headless' }, templatesFolder)

  test('is the template under a name of its own, in a folder that is made', async () => {
    const folder = join(place, 'deep/shop')
    await make(folder)
    expect((await readdir(folder)).sort()).toEqual(['.gitignore', 'package.json', 'src'])
    expect(await readFile(join(folder, 'src/main.ts'), 'utf8')).toBe('// headless\n')
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual({ name: 'shop', private: true })
  })

  test('is written into an empty folder, and into no other', async () => {
    const folder = join(place, 'shop')
    await mkdir(join(folder, '.git'), { recursive: true })
    await make(folder)
    await writeFile(join(folder, 'src/main.ts'), 'mine')
    await expect(make(folder)).rejects.toMatchObject({
      field: 'folder',
      message: expect.stringContaining("isn't empty"),
    })
    expect(await readFile(join(folder, 'src/main.ts'), 'utf8')).toBe('mine')
    await expect(make(join(folder, 'package.json'))).rejects.toMatchObject({ field: 'folder' })
  })
})
