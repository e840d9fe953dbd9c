import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeChanges } from './projectFiles.js'
import { run } from './run.js'

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))

let place = ''
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'migrate-'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

/** Runs the command; what it printed is one text. */
async function move(...args: string[]) {
  const lines: string[] = []
  const code = await run({ args: [place, ...args], version: '1.2.0', print: (line) => void lines.push(line) })
  return { code, printed: lines.join('\n') }
}

async function textsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]),
  )
  return Object.fromEntries(texts)
}

const write = async (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(place, path, '..'), { recursive: true })
    await writeFile(join(place, path), text)
  }
}

/** A page of RainbowKit, which is moved whole but for what is put into it. */
const page = ({ more = '', props = '', inside = '', config = '' } = {}) => `import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, darkTheme, getDefaultConfig, lightTheme, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'
${more}
const config = getDefaultConfig({ appName: 'My dapp', projectId: 'id', chains: [mainnet]${config} })

export const App = () => (
  <WagmiProvider config={config}>
    <RainbowKitProvider${props}>
      <ConnectButton />
      ${inside}
    </RainbowKitProvider>
  </WagmiProvider>
)
`

describe('a host', () => {
  test.each(['rainbowkit-one-file', 'rainbowkit-modules', 'connectkit'])(
    '%s is moved whole, and once',
    async (name) => {
      await cp(join(fixtures, name, 'before'), place, { recursive: true })
      const before = await textsOf(place)
      const dry = await move('--dry-run')
      expect(await textsOf(place)).toEqual(before)
      expect(dry).toMatchObject({ code: 0, printed: expect.stringContaining('+++ package.json') })
      expect((await move()).code).toBe(0)
      const after = await textsOf(place)
      expect(after).toEqual(await textsOf(join(fixtures, name, 'after')))
      expect(await move()).toEqual({ code: 0, printed: 'Nothing is to be moved.' })
      expect(await textsOf(place)).toEqual(after)
    },
  )

  test.each([
    { is: 'text', id: "'id'", relay: '', kit: "walletConnect({ projectId: 'id' })" },
    { is: 'a setting', id: 'process.env.ID!', relay: '', kit: 'walletConnect({ projectId: process.env.ID! })' },
    {
      is: 'text, at a relay of its own',
      id: "import.meta.env.ID ?? 'id'",
      relay: ", walletConnectParameters: { relayUrl: 'wss://relay.example' }",
      kit: "walletConnect({ projectId: import.meta.env.ID ?? 'id', relayUrl: 'wss://relay.example' })",
    },
    { is: 'a name of the module’s', id: 'id', relay: '', kit: undefined },
    {
      is: 'text, with what the kit has no word for',
      id: "'id'",
      relay: ', walletConnectParameters: { qrModalOptions }',
      kit: undefined,
    },
  ])('whose project id is $is has WalletConnect by the kit, or else by wagmi', async ({ id, relay, kit }) => {
    const config = `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { mainnet } from 'wagmi/chains'
import { id, qrModalOptions } from './settings'
export const config = getDefaultConfig({ appName: 'My dapp', projectId: ${id}, chains: [mainnet]${relay} })
`
    const app = page()
      .replace(/const config.*\n/, "import { config } from './wagmi'\n")
      .replace('getDefaultConfig, ', '')
    const manifest = '{"name":"x","dependencies":{"@rainbow-me/rainbowkit":"2","wagmi":"^3.0.0"}}'
    await write({ 'App.tsx': app, 'wagmi.ts': config, 'package.json': manifest })
    expect((await move()).code).toBe(0)
    const { 'foyer.ts': foyer = '', 'wagmi.ts': moved = '', 'package.json': after = '' } = await textsOf(place)
    if (kit) expect(foyer).toContain(`  connectors: [${kit}],\n`)
    else expect(foyer).not.toContain('connectors')
    const given = relay ? "projectId: 'id', qrModalOptions" : 'projectId: id'
    if (kit) expect(moved).not.toContain('walletConnect')
    else expect(moved).toContain(`connectors: [walletConnect({ ${given} })]`)
    expect(after.includes('@walletconnect/ethereum-provider')).toBe(kit === undefined)
    expect(after.includes('@foyer/walletconnect')).toBe(kit !== undefined)
  })

  test('keeps its line ends, its own imports and whatever is none of the kit’s', async () => {
    const own = `${page({ more: "import { http as get } from 'wagmi'\nimport { zora } from '@rainbow-me/rainbowkit/chains'" })}\n\n// 'createFoyer'\nexport const foyer = [ 1,2 ]`
    await write({ 'src/App.jsx': own.replaceAll('\n', '\r\n'), 'src/other.jsx': 'const x = <A' })
    await write({ 'node_modules/a/index.js': page(), '.next/a.js': page(), 'dist/a.js': page() })
    const before = await textsOf(place)
    expect(await move()).toMatchObject({ code: 0 })
    const { 'src/App.jsx': after = '', ...others } = await textsOf(place)
    const { 'src/App.jsx': _page, ...untouched } = before
    expect(others).toEqual(untouched)
    expect(after.match(/(?<!\r)\n/g)).toBeNull()
    expect(after).toContain('transports: { [mainnet.id]: get() }')
    expect(after).toContain("import { zora } from 'wagmi/chains'\r\n")
    expect(after).toContain('const foyer2 = createFoyer({\r\n')
    expect(after).toContain('<FoyerProvider foyer={foyer2}>')
    expect(after.endsWith("// 'createFoyer'\r\nexport const foyer = [ 1,2 ]")).toBe(true)
  })
})

describe('what is not understood stays, and is listed by its line', () => {
  /** Lists what is left of a page, and says whether anything else of it was moved. */
  async function left(text: string) {
    await write({ 'App.tsx': text })
    const { code, printed } = await move()
    const after = await readFile(join(place, 'App.tsx'), 'utf8')
    return { code, after, lines: printed.split('\n').filter((line) => line.startsWith('  App.tsx:')) }
  }

  test.each([
    {
      is: 'a prop that the button has not',
      inside: '<ConnectButton size="l" />',
      says: 'the prop size of ConnectButton',
    },
    {
      is: 'props that are spread',
      inside: '<ConnectButton {...props} />',
      says: 'props are spread into ConnectButton',
    },
    {
      is: 'a drawing of its own',
      inside: '<ConnectButton.Custom>{() => null}</ConnectButton.Custom>',
      says: 'ConnectButton.Custom draws',
    },
    {
      is: 'a responsive prop of half',
      inside: '<ConnectButton showBalance={{ smallScreen: true }} />',
      says: 'the prop showBalance',
    },
    { is: 'a button as a value', inside: '{wrap(ConnectButton)}', says: "isn't used as an element" },
  ])('$is: the rest is moved', async ({ inside, says }) => {
    const { code, after, lines } = await left(page({ inside }))
    expect(code).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}App\.tsx:12 .*\(docs\/moving\/rainbowkit\.md#buttons-and-hooks\)$/),
    ])
    expect(lines[0]).toContain(says)
    expect(after).toContain(inside)
    expect(after).toContain("import { ConnectButton } from '@rainbow-me/rainbowkit'\n")
    expect(after).toContain('<FoyerButton />')
    expect((await left(after)).after).toBe(after)
    expect((await left(after)).lines).toHaveLength(1)
  })

  test.each([
    { is: 'exported again', more: "export { lightTheme } from '@rainbow-me/rainbowkit'" },
    { is: 'exported by its name', more: 'export { lightTheme }' },
    { is: 'all of it exported again', more: "export * from '@rainbow-me/rainbowkit'" },
    { is: 'imported later', more: "const later = import('@rainbow-me/rainbowkit')" },
    { is: 'required', more: "const old = require('@rainbow-me/rainbowkit')" },
    { is: 'imported whole', more: "import * as kit from '@rainbow-me/rainbowkit'" },
    { is: 'one of its wallets', more: "import { rainbowWallet } from '@rainbow-me/rainbowkit/wallets'" },
  ])('$is', async ({ more }) => {
    const { code, after, lines } = await left(page({ more }))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('App.tsx:5  ')])
    expect(after).toContain(more)
    expect(after).toContain('<FoyerProvider foyer={foyer}>')
  })

  test.each([
    { is: 'a type', more: "import type { Theme } from '@rainbow-me/rainbowkit'\ntype Mine = Theme", line: 6 },
    {
      is: 'a hook whose answer is kept whole',
      more: "import { useConnectModal } from '@rainbow-me/rainbowkit'\nconst useMine = () => { const modal = useConnectModal(); return modal }",
      line: 6,
    },
    {
      is: 'a hook whose function the page asks for',
      more: "import { useConnectModal } from '@rainbow-me/rainbowkit'\nconst useMine = () => { const { openConnectModal } = useConnectModal(); return openConnectModal ? 1 : 2 }",
      line: 6,
    },
    {
      is: 'a hook among other declarations',
      more: "import { useConnectModal } from '@rainbow-me/rainbowkit'\nconst useMine = () => { const { openConnectModal } = useConnectModal(), more = 1; return [openConnectModal, more] }",
      line: 6,
    },
    { is: 'a config of other wallets', config: ', wallets: []', line: 6 },
    { is: 'a name that isn’t written out', config: ', appUrl: url', line: 6 },
  ])('$is', async ({ more, config, line }) => {
    const { code, after, lines } = await left(page({ more, config }))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`App.tsx:${line}  `)])
    expect(after).toContain('adapters: [wagmi(config)]')
    if (config)
      expect(after).toContain(`getDefaultConfig({ appName: 'My dapp', projectId: 'id', chains: [mainnet]${config} })`)
  })

  test.each([
    { is: 'a theme of its own', props: ' theme={theme}', says: 'the prop theme of RainbowKitProvider' },
    { is: 'a round theme', props: " theme={lightTheme({ borderRadius: 'small' })}", says: 'the prop theme' },
    {
      is: 'themes of two accents',
      props: " theme={{ lightMode: lightTheme({ accentColor: 'red' }), darkMode: darkTheme() }}",
      says: 'the prop theme',
    },
    { is: 'a prop of tomorrow', props: ' avatar={Face}', says: 'the prop avatar' },
    { is: 'several', props: ' avatar={Face} initialChain={base}', says: 'the props avatar, initialChain of' },
    { is: 'props that are spread', props: ' {...props}', says: 'props are spread into RainbowKitProvider' },
    { is: 'a second provider', inside: '<RainbowKitProvider />', says: 'stands in 2 places' },
    { is: 'a second provider of wagmi', inside: '<WagmiProvider config={config} />', says: 'which config' },
  ])('around the page, where nothing is moved: $is', async ({ says, ...given }) => {
    const { code, after, lines } = await left(page(given))
    expect(code).toBe(1)
    expect(lines[0]).toContain(says)
    expect(lines[0]).toContain('nothing is moved')
    expect(after).toBe(page(given))
  })

  test('a config that a component makes, which is another at each drawing', async () => {
    const [head = '', config = '', ...rest] = page().split(/^(const config.*)\n/m)
    const app = rest.join('').replace('() => (', `() => { ${config}; return (`).replace(/\)\n$/, ')}\n')
    const { code, after, lines } = await left(head + app)
    expect([code, lines]).toEqual([1, [expect.stringContaining('nothing is moved: which config')]])
    expect(after).toBe(head + app)
  })

  test('what the themes of both modes share is the kit’s', async () => {
    const theme =
      "theme={{ lightMode: lightTheme({ accentColor: '#a00', fontStack: 'system' }), darkMode: darkTheme({ accentColor: '#a00' }) }}"
    const { code, after } = await left(page({ props: ` ${theme}` }))
    expect(code).toBe(0)
    expect(after).toContain("  themeVariables: { '--w3m-accent': '#a00' },\n})")
    expect(after).not.toContain('themeMode')
  })

  test('code that can’t be read, and a folder without a provider', async () => {
    await write({ 'Broken.tsx': "import { ConnectButton } from '@rainbow-me/rainbowkit'\nconst = 1\n" })
    expect((await move()).printed).toContain("  Broken.tsx:2  isn't understood as code")
    const { code, lines } = await left("import { ConnectButton } from '@rainbow-me/rainbowkit'\n<ConnectButton />\n")
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('nothing is moved: the folder has no RainbowKitProvider')])
  })

  test('a name that means something else further in', async () => {
    const { lines } = await left(page({ more: 'const Row = ({ ConnectButton }) => <ConnectButton />' }))
    expect(lines[0]).toContain('the name ConnectButton is declared twice')
  })

  test('a config by an alias, where every file is a page', async () => {
    const app = page()
      .replace(/const config.*\n/, '')
      .replace('getDefaultConfig, ', '')
    await write({
      'pages/_app.jsx': app.replace("'wagmi/chains'", "'wagmi/chains'\nimport { config } from '@/config'"),
    })
    expect((await move()).printed).toContain(
      'the config comes from @/config, and every file beside pages/_app.jsx is a page',
    )
  })

  test('a file of the page’s own where the kit’s would be', async () => {
    const app = page()
      .replace(/const config.*\n/, '')
      .replace('getDefaultConfig, ', '')
    await write({ 'foyer.ts': 'mine' })
    const { code, lines } = await left(
      app.replace("'wagmi/chains'", "'wagmi/chains'\nimport { config } from '@/config'"),
    )
    expect(code).toBe(1)
    expect(lines[0]).toContain('foyer.ts, which is there already')
    expect(await readFile(join(place, 'foyer.ts'), 'utf8')).toBe('mine')
  })
})

describe('a page of ConnectKit', () => {
  const connectKitPage = ({
    props = '',
    config = '',
    hook = '',
  } = {}) => `import { ConnectKitProvider, getDefaultConfig, useModal } from 'connectkit'
import { createConfig, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'
const config = createConfig(getDefaultConfig({ walletConnectProjectId: 'id', appName: 'x', chains: [mainnet]${config} }))
export function Page() { ${hook} }
export const App = () => <WagmiProvider config={config}><ConnectKitProvider${props}><Page /></ConnectKitProvider></WagmiProvider>
`
  async function moved(text: string) {
    await write({ 'App.jsx': text })
    const { code, printed } = await move()
    return { code, printed, after: await readFile(join(place, 'App.jsx'), 'utf8') }
  }

  test.each([
    { is: 'a theme', props: ' theme="retro"', says: 'App.jsx:6  nothing is moved: the prop theme' },
    {
      is: 'an option',
      props: ' options={{ disclaimer: <p /> }}',
      says: 'App.jsx:6  nothing is moved: the prop options',
    },
    { is: 'a callback', props: ' onConnect={log}', says: 'App.jsx:6  nothing is moved: the prop onConnect' },
  ])('is left where its provider has $is that the kit has other words for', async ({ props, says }) => {
    const { code, printed, after } = await moved(connectKitPage({ props }))
    expect([code, printed]).toEqual([1, expect.stringContaining(says)])
    expect(after).toBe(connectKitPage({ props }))
  })

  test.each([
    { is: 'connectors of its own', config: ', connectors: []', says: 'App.jsx:4  the option connectors' },
    { is: 'a config of two', config: ' }), ({', says: 'App.jsx:4  what getDefaultConfig answers with' },
    { is: 'a spread', config: ', ...more', says: 'App.jsx:4  the options of getDefaultConfig' },
    { is: 'a sign-in by hand', hook: 'const { openSIWE } = useModal()', says: 'App.jsx:5  what useModal answers with' },
  ])('keeps $is, and the rest is moved', async ({ says, ...given }) => {
    const { code, printed, after } = await moved(connectKitPage(given))
    expect([code, printed]).toEqual([1, expect.stringContaining(says)])
    expect(after).toContain(given.config ?? given.hook)
    expect(after).toContain('<FoyerProvider foyer={foyer}><FollowWagmi /><Page /></FoyerProvider>')
  })

  test('that is JavaScript gets no types', async () => {
    const { code, after } = await moved(connectKitPage({ hook: 'const { setOpen } = useModal()' }))
    expect(code).toBe(0)
    expect(after).toContain('const setOpen = useCallback((show) => (show ? modal.open() : modal.close()), [modal])')
  })
})

describe('the command', () => {
  test('says what it can’t use', async () => {
    const printed: string[] = []
    const run1 = (...args: string[]) => run({ args, version: '1.2.0', print: (line) => void printed.push(line) })
    expect(await run1(join(place, 'nowhere'))).toBe(1)
    expect(await run1('a', 'b')).toBe(1)
    expect(await run1('--force')).toBe(1)
    await write({ 'package.json': '{' })
    expect(await run1(place)).toBe(1)
    expect(await run1('--help')).toBe(0)
    expect(printed).toEqual([
      expect.stringContaining('folder: there is no folder'),
      'folder: one is moved, but a, b were named.',
      expect.stringContaining("arguments: Unknown option '--force'"),
      expect.stringMatching(/^package\.json isn't JSON: .* Nothing was changed\.$/),
      expect.stringContaining('--dry-run'),
    ])
  })

  test('writes everything or nothing, and names the file that can’t be written', async () => {
    await write({ 'a.ts': 'a' })
    const changes = [
      { path: 'a.ts', before: 'a', after: 'b' },
      { path: 'new.ts', before: undefined, after: 'b' },
      { path: 'gone/c.ts', before: 'c', after: 'd' },
    ]
    await expect(writeChanges(place, changes)).rejects.toMatchObject({ name: 'FileError', path: 'gone/c.ts' })
    expect(await textsOf(place)).toEqual({ 'a.ts': 'a' })
  })

  test('takes RainbowKit from package.json once nothing imports it, and leaves a package.json of anything else', async () => {
    const manifest = '{"name":"x","dependencies":{"@rainbow-me/rainbowkit":"2"}}'
    await write({ 'App.tsx': page({ inside: '<ConnectButton {...props} />' }), 'package.json': manifest })
    await move()
    expect(await readFile(join(place, 'package.json'), 'utf8')).toContain('"@rainbow-me/rainbowkit": "2"')
    await write({ 'App.tsx': (await readFile(join(place, 'App.tsx'), 'utf8')).replace('{...props} ', '') })
    expect((await move()).code).toBe(0)
    expect(JSON.parse(await readFile(join(place, 'package.json'), 'utf8')).dependencies).toEqual({
      '@foyer/core': '^1.2.0',
      '@foyer/evm': '^1.2.0',
      '@foyer/react': '^1.2.0',
      '@foyer/walletconnect': '^1.2.0',
    })
    await rm(join(place, 'App.tsx'))
    await write({ 'package.json': '{"dependencies":{ "connectkit":"1" }}' })
    await move()
    expect(await readFile(join(place, 'package.json'), 'utf8')).toBe('{"dependencies":{ "connectkit":"1" }}')
  })
})
