import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { writeChanges } from './projectFiles.js'
import { run } from './run.js'
import { commandPlace, page, textsOf } from './test/place.js'

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))

const { place, move, write, read } = commandPlace()

describe('a host', () => {
  test.each(['rainbowkit-one-file', 'rainbowkit-modules', 'rainbowkit-rich', 'connectkit'])(
    '%s is moved whole, and once',
    async (name) => {
      await cp(join(fixtures, name, 'before'), place(), { recursive: true })
      const before = await textsOf(place())
      const dry = await move('--dry-run')
      expect(await textsOf(place())).toEqual(before)
      expect(dry).toMatchObject({ code: 0, printed: expect.stringContaining('+++ package.json') })
      expect((await move()).code).toBe(0)
      const after = await textsOf(place())
      expect(after).toEqual(await textsOf(join(fixtures, name, 'after')))
      expect(await move()).toEqual({ code: 0, printed: 'Nothing is to be moved.' })
      expect(await textsOf(place())).toEqual(after)
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
    { is: 'a name of the module’s', id: 'id', relay: '', kit: 'walletConnect({ projectId: id })' },
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
    const { 'wagmi.ts': moved = '', 'package.json': after = '', ...others } = await textsOf(place())
    expect(Object.keys(others)).toEqual(['App.tsx'])
    const [ofWagmi, ofKit] = moved.split('export const foyer =')
    if (kit) expect(ofKit).toContain(`  connectors: [${kit}],\n`)
    else expect(ofKit).not.toContain('connectors')
    if (kit) expect(ofWagmi).not.toContain('walletConnect(')
    else expect(ofWagmi).toContain("connectors: [walletConnect({ projectId: 'id', qrModalOptions })]")
    const { dependencies, overrides } = JSON.parse(after)
    const client = '@walletconnect/ethereum-provider'
    expect(dependencies[client]).toBe(kit ? undefined : 'npm:@foyer/ethereum-provider@^1.2.0')
    expect(overrides).toEqual(kit ? undefined : { [client]: `$${client}` })
    expect('@foyer/walletconnect' in dependencies).toBe(kit !== undefined)
  })

  test.each([
    { id: "'id'", kit: true },
    { id: 'id', kit: false },
  ])('whose config has no name of its own has the kit in a file of its own: $id', async ({ id, kit }) => {
    const config = `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { base, mainnet } from 'wagmi/chains'
import { id } from './settings'
const config = getDefaultConfig({ appName: 'My dapp', projectId: ${id}, chains: [mainnet, base] })
export default config
`
    const app = page({ more: "import { base } from './chains'", props: ' initialChain={base.id}' })
      .replace(/const config.*\n/, "import config from './config/wagmi'\n")
      .replace('getDefaultConfig, ', '')
    await write({ 'App.tsx': app, 'config/wagmi.ts': config })
    expect((await move()).code).toBe(0)
    const {
      'config/foyer.ts': foyer = '',
      'config/wagmi.ts': moved = '',
      'App.tsx': after = '',
    } = await textsOf(place())
    expect(foyer).toContain("import config from './wagmi'\n")
    expect(foyer).toContain("import { base } from '../chains'\n")
    expect(foyer).toContain('  defaultNetwork: base,\n')
    expect(after).not.toContain("import { base } from './chains'")
    expect(after).toContain("import { FollowWagmi, foyer } from './config/foyer'")
    if (kit) expect(foyer).toContain("  connectors: [walletConnect({ projectId: 'id' })],\n")
    else expect(moved).toContain('connectors: [walletConnect({ projectId: id })]')
  })

  test('keeps its line ends, its own imports and whatever is none of the kit’s', async () => {
    const own = `${page({ more: "import { http as get } from 'wagmi'\nimport { zora } from '@rainbow-me/rainbowkit/chains'" })}\n\n// 'createFoyer'\nexport const foyer = [ 1,2 ]`
    await write({ 'src/App.jsx': own.replaceAll('\n', '\r\n'), 'src/other.jsx': 'const x = <A' })
    await write({ 'node_modules/a/index.js': page(), '.next/a.js': page(), 'dist/a.js': page() })
    const before = await textsOf(place())
    expect(await move()).toMatchObject({ code: 0 })
    const { 'src/App.jsx': after = '', ...others } = await textsOf(place())
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
    return { code, printed, after: await read('App.jsx') }
  }

  test.each([
    { props: ' theme="retro"', says: 'theme="retro" of ConnectKitProvider: write themeVariables' },
    { props: ' onConnect={log}', says: 'onConnect={log} of ConnectKitProvider: watch foyer.onEvent' },
    { props: ' customTheme={mine}', says: 'customTheme={mine} of ConnectKitProvider: write themeVariables' },
    { props: ' options={mine}', says: 'options={mine} of ConnectKitProvider: write the option' },
    {
      props: ' options={{ customAvatar: Face }}',
      says: 'options.customAvatar: Face of ConnectKitProvider: write avatar',
    },
    {
      props: ' options={{ disclaimer: <p /> }}',
      says: 'options.disclaimer: <p /> of ConnectKitProvider: write disclaimer',
    },
    {
      props: ' options={{ hideBalance: true }}',
      says: 'options.hideBalance: true of ConnectKitProvider: write <FoyerButton',
    },
    { props: ' options={{ ...more }}', says: 'options: ...more of ConnectKitProvider: write' },
    { props: ' options={{ tomorrow: 1 }}', says: 'options.tomorrow: 1 of ConnectKitProvider: write' },
  ])('is moved but for$props, which is kept as a comment', async ({ props, says }) => {
    const [start = '', end = '}'] = props.split(/(?<=options=\{\{)/)
    const more = end === '}' ? '' : `${start} hideTooltips: true, initialChainId: 1,${end}`
    const { code, printed, after } = await moved(connectKitPage({ props: `${more || props} mode="dark"` }))
    expect([code, printed]).toEqual([1, expect.stringContaining(says)])
    expect(after).toContain("themeMode: 'dark'")
    expect(after.includes('defaultNetwork:')).toBe(more !== '')
    expect(after).toContain("connectors: [walletConnect({ projectId: 'id' })]")
    expect(after).toContain('<FoyerProvider foyer={foyer}><FollowWagmi /><Page /></FoyerProvider>')
  })

  test('has the words and the language of its own', async () => {
    const props = ` options={{ disclaimer: 'By connecting.', language: 'ar-AE' }}`
    const { code, after } = await moved(connectKitPage({ props }))
    expect(code).toBe(0)
    expect(after).toContain("disclaimer: 'By connecting.',\n  locale: arabic,\n")
  })

  test('whose config has connectors keeps them, and WalletConnect was none of ConnectKit’s', async () => {
    const { code, after } = await moved(connectKitPage({ config: ', connectors: [mine()]' }))
    expect(code).toBe(0)
    expect(after).toContain('chains: [mainnet], transports: { [mainnet.id]: http() }, connectors: [mine()] })')
    expect(after).not.toContain('walletConnect')
  })

  test.each([
    { option: 'coinbaseWalletPreference: "all"', says: 'write connectors: [coinbaseWallet({ preference })]' },
    { option: 'enableAaveAccount: true', says: 'write the connector of that wallet' },
    { option: 'tomorrow: 1', says: 'write what it means here' },
  ])('whose config has $option', async ({ option, says }) => {
    const { code, printed, after } = await moved(connectKitPage({ config: `, ${option}` }))
    expect([code, printed]).toEqual([1, expect.stringContaining(`${option} of getDefaultConfig: ${says}`)])
    expect(after).toContain("connectors: [walletConnect({ projectId: 'id' })]")
  })

  test.each([
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
    expect(await run1(join(place(), 'nowhere'))).toBe(1)
    expect(await run1('a', 'b')).toBe(1)
    expect(await run1('--force')).toBe(1)
    await write({ 'package.json': '{' })
    expect(await run1(place())).toBe(1)
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
    await expect(writeChanges(place(), changes)).rejects.toMatchObject({ name: 'FileError', path: 'gone/c.ts' })
    expect(await textsOf(place())).toEqual({ 'a.ts': 'a' })
  })

  test('takes RainbowKit from package.json once nothing imports it, and leaves a package.json of anything else', async () => {
    const manifest = '{"name":"x","dependencies":{"@rainbow-me/rainbowkit":"2"}}'
    await write({ 'App.tsx': page({ inside: '<ConnectButton {...props} />' }), 'package.json': manifest })
    await move()
    expect(await read('package.json')).toContain('"@rainbow-me/rainbowkit": "2"')
    await write({ 'App.tsx': (await read('App.tsx')).replace('{...props} ', '') })
    expect((await move()).code).toBe(0)
    expect(JSON.parse(await read('package.json')).dependencies).toEqual({
      '@foyer/core': '^1.2.0',
      '@foyer/evm': '^1.2.0',
      '@foyer/react': '^1.2.0',
      '@foyer/walletconnect': '^1.2.0',
    })
    await rm(join(place(), 'App.tsx'))
    await write({ 'package.json': '{"dependencies":{ "connectkit":"1" }}' })
    await move()
    expect(await read('package.json')).toBe('{"dependencies":{ "connectkit":"1" }}')
  })
})
