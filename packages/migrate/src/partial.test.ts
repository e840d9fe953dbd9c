import { describe, expect, test } from 'vitest'
import { commandPlace, page } from './test/place.js'

const { move, write, read } = commandPlace()

/** Moves a page; `kit` is what was written after the config, `lines` what is listed of the page. */
async function moved(text: string, path = 'App.tsx') {
  await write({ [path]: text })
  const { code, printed } = await move()
  const after = await read(path)
  const [, kit = ''] = after.split('createFoyer({')
  return { code, after, kit, lines: printed.split('\n').filter((line) => line.startsWith(`  ${path}:`)) }
}

const wallets = (names: string, more = '') => ({
  more: `import { ${names} } from '@rainbow-me/rainbowkit/wallets'`,
  config: `, wallets: [{ groupName: 'All', wallets: [${names}${more}] }]`,
})
const rainbow = '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369'

describe('a config of RainbowKit’s moves, but for what of it isn’t known', () => {
  test.each([
    { name: 'safeWallet', write: 'connectors: [safe()] of wagmi/connectors into createConfig' },
    { name: 'baseAccount', write: 'connectors: [baseAccount()] of wagmi/connectors' },
    { name: 'geminiWallet', write: 'connectors: [gemini()] of wagmi/connectors' },
    { name: 'portoWallet', write: 'connectors: [porto()] of wagmi/connectors' },
    { name: 'zealWallet', write: 'into featuredWalletIds, or the wallet itself into customWallets' },
    { name: 'walletOfTomorrow', write: 'into featuredWalletIds, or the wallet itself into customWallets' },
  ])('$name is named with what to write; WalletConnect, name and the other wallets are the kit’s', async (given) => {
    const { code, kit, after, lines } = await moved(page(wallets(`${given.name}, rainbowWallet`)))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`${given.name} of wallets: write`)])
    expect(lines[0]).toContain(given.write)
    expect(lines[0]).toContain('(docs/moving/rainbowkit.md#set-up)')
    expect(kit).toContain("metadata: { name: 'My dapp' }")
    expect(kit).toContain("connectors: [walletConnect({ projectId: 'id' })]")
    expect(kit).toContain(`'${rainbow}'`)
    expect(after).toContain('const config = createConfig({')
    expect(after).not.toContain('@rainbow-me')
  })

  test.each(['braveWallet', 'rabbyWallet', 'frameWallet', 'injectedWallet'])(
    '%s announces itself, and nothing is left',
    async (name) => {
      const { code, lines } = await moved(page(wallets(`${name}, rainbowWallet`)))
      expect([code, lines]).toEqual([0, []])
    },
  )

  test.each([
    { is: 'a wallet of the page’s own', list: ', mine', text: 'mine of wallets' },
    { is: 'a wallet that is made there', list: ', () => make({ a: 1 })', text: '() => make({ a: 1 }) of wallets' },
    { is: 'wallets that are spread', list: ', ...more', text: '...more of wallets' },
  ])('$is', async ({ list, text }) => {
    const { code, kit, lines } = await moved(page(wallets('rainbowWallet', list)))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(text)])
    expect(kit).toContain(`'${rainbow}'`)
  })

  test('what connectorsForWallets was given', async () => {
    const text = page({ more: "import { safeWallet, rainbowWallet } from '@rainbow-me/rainbowkit/wallets'" })
      .replace('getDefaultConfig,', 'connectorsForWallets,')
      .replace(
        /const config = .*/,
        "const connectors = connectorsForWallets([{ groupName: 'a', wallets: [safeWallet, rainbowWallet] }], { appName: 'My dapp', projectId: 'id' })\nconst config = createConfig({ chains: [mainnet], connectors })",
      )
      .replace('{ WagmiProvider }', '{ createConfig, WagmiProvider }')
    const { code, kit, lines } = await moved(text)
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('safeWallet of connectorsForWallets: write connectors: [safe()]')])
    expect(kit).toContain("connectors: [walletConnect({ projectId: 'id' })]")
    expect(kit).toContain(`'${rainbow}'`)
  })

  test('an option of tomorrow goes, with its text and its line; the imports that it needs stay', async () => {
    const more = "import { level } from './levels'"
    const { code, after, lines } = await moved(page({ more, config: ', tomorrow: { level }' }))
    expect(code).toBe(1)
    const line = after.split('\n').findIndex((each) => each.includes('// foyer-migrate:')) + 1
    expect(lines).toEqual([expect.stringContaining(`App.tsx:${line}  tomorrow: { level } of getDefaultConfig: write`)])
    expect(after).toContain('createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })')
    expect(after).toContain(more)
  })

  test('names and addresses that aren’t plain text are the kit’s where they mean the same, and are left where they don’t', async () => {
    const beside = await moved(page({ config: ', appUrl: url, appIcon: process.env.ICON!' }))
    expect([beside.code, beside.kit]).toEqual([
      0,
      expect.stringContaining("metadata: { name: 'My dapp', url: url, icons: [process.env.ICON!] }"),
    ])
    const config = `import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { mainnet } from 'wagmi/chains'
import { url } from './settings'
const config = getDefaultConfig({ appName: process.env.NAME!, projectId: 'id', chains: [mainnet], appUrl: url })
export default config
`
    const app = page()
      .replace(/const config.*\n/, "import config from './wagmi'\n")
      .replace('getDefaultConfig, ', '')
    await write({ 'App.tsx': app, 'wagmi.ts': config })
    const { code, printed } = await move()
    expect([code, await read('foyer.ts')]).toEqual([1, expect.stringContaining('{ name: process.env.NAME! }')])
    expect(printed).toContain('appUrl: url of getDefaultConfig: write')
  })

  test('what WalletConnect is given as a whole goes to wagmi’s connector', async () => {
    const { code, after } = await moved(page({ config: ', walletConnectParameters: given' }))
    expect(code).toBe(0)
    expect(after).toContain("connectors: [walletConnect({ projectId: 'id', ...given })]")
  })

  test('of two configs one is the kit’s, and the other is listed', async () => {
    const other = "const other = getDefaultConfig({ appName: 'Other', projectId: 'b', chains: [mainnet] })"
    const { code, kit, after, lines } = await moved(page({ more: other }))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('App.tsx:5  getDefaultConfig makes one of several configs')])
    expect(after).toContain(other)
    expect(kit).toContain("metadata: { name: 'My dapp' }")
    expect(kit).toContain("walletConnect({ projectId: 'id' })")
  })
})

describe('a kit without its former WalletConnect is never written in silence', () => {
  test('where the config can’t be moved', async () => {
    const { code, kit, lines } = await moved(page({ config: ', ...more' }))
    expect([code, kit.includes('walletConnect')]).toEqual([1, false])
    expect(lines).toEqual([
      expect.stringContaining(
        "aren't all plain keys; until it is moved the kit has no connectors: [walletConnect({ projectId })]",
      ),
    ])
  })

  test('where it lies in another folder', async () => {
    const text = page()
      .replace(/const config.*\n/, "import { config } from '@acme/wagmi'\n")
      .replace('getDefaultConfig, ', '')
    await write({ 'App.tsx': text })
    const { code, printed } = await move()
    expect(code).toBe(1)
    expect(printed).toMatch(/ {2}foyer\.ts:\d+ {2}config of @acme\/wagmi: it isn't in this folder/)
    expect(await read('foyer.ts')).toContain('// foyer-migrate: config of @acme/wagmi')
  })
})

describe('a provider moves, but for the props that aren’t known', () => {
  const appInfo = " appInfo={{ appName: 'Shown', learnMoreUrl: 'https://a.example', disclaimer: Terms }}"

  test.each([
    { is: 'avatar={Face}', says: 'avatar={Face} of RainbowKitProvider: write avatar: ({ address })' },
    { is: 'theme={mine}', says: 'theme={mine} of RainbowKitProvider: write themeMode and themeVariables' },
    { is: 'initialChain={first}', says: 'initialChain={first} of RainbowKitProvider: write defaultNetwork' },
    { is: 'locale="ja"', says: 'locale="ja" of RainbowKitProvider: write locale' },
    { is: 'tomorrow', says: 'tomorrow of RainbowKitProvider: write what it means here' },
    { is: '{...props}', says: '{...props} of RainbowKitProvider: write' },
  ])('$is', async ({ is, says }) => {
    const { code, kit, after, lines } = await moved(page({ props: ` coolMode ${is}` }))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(says)])
    expect(lines[0]).toContain('(docs/moving/rainbowkit.md#rainbowkitprovider)')
    expect(kit).toContain("connectors: [walletConnect({ projectId: 'id' })]")
    expect(after).toContain('<FoyerProvider foyer={foyer}>')
  })

  test('and is listed by each run until it is moved by hand', async () => {
    const first = await moved(page({ props: ' avatar={Face}' }))
    const again = await moved(first.after)
    expect([again.code, again.lines, again.after]).toEqual([1, first.lines, first.after])
    const done = await moved(first.after.replace(/^ *\/\/ foyer-migrate.*\n/m, ''))
    expect([done.code, done.lines]).toEqual([0, []])
  })

  test('the name that it shows is the dapp’s, unless the config has another', async () => {
    const config = page({ props: appInfo }).replace("appName: 'My dapp', ", '')
    const alone = await moved(config)
    expect(alone.kit).toContain("metadata: { name: 'Shown' }")
    expect(alone.lines).toEqual([expect.stringContaining('appInfo.disclaimer: Terms of RainbowKitProvider: write')])
    const both = await moved(page({ props: appInfo }))
    expect(both.kit).toContain("metadata: { name: 'My dapp' }")
    expect(both.lines).toContainEqual(expect.stringContaining('the name "Shown" of RainbowKitProvider'))
  })

  test.each([
    { locale: 'de-DE', name: 'german' },
    { locale: 'zh-Hans', name: 'chinese' },
    { locale: 'es-419', name: 'spanish' },
  ])('its language $locale is an import', async ({ locale, name }) => {
    const { code, kit, after } = await moved(page({ props: ` locale="${locale}"` }))
    expect(code).toBe(0)
    expect(kit).toContain(`locale: ${name},`)
    expect(after).toContain(`import { ${name} } from '@foyer/core/messages'`)
  })

  test('Chinese of another script isn’t', async () => {
    expect((await moved(page({ props: ' locale="zh-TW"' }))).lines).toEqual([
      expect.stringContaining('locale="zh-TW" of RainbowKitProvider'),
    ])
  })
})
