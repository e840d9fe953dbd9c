import { describe, expect, test } from 'vitest'
import { commandPlace, page } from './test/place.js'

const { move, write, read } = commandPlace()

describe('what is not understood stays, and is listed by its line', () => {
  /** Lists what is left of a page, and says whether anything else of it was moved. */
  async function left(text: string) {
    await write({ 'App.tsx': text })
    const { code, printed } = await move()
    const after = await read('App.tsx')
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
      says: "ConnectButton.Custom: it isn't an element around one function",
    },
    {
      is: 'a drawing that has its account whole',
      inside: '<ConnectButton.Custom>{({ account }) => <Mine account={account} />}</ConnectButton.Custom>',
      says: 'ConnectButton.Custom: account is used whole',
    },
    {
      is: 'a drawing of what the kit has elsewhere',
      inside: '<ConnectButton.Custom>{({ account }) => account?.hasPendingTransactions}</ConnectButton.Custom>',
      says: 'ConnectButton.Custom: account.hasPendingTransactions has another name here',
    },
    {
      is: 'a drawing of tomorrow',
      inside: '<ConnectButton.Custom>{({ openFeedback }) => openFeedback}</ConnectButton.Custom>',
      says: "ConnectButton.Custom: openFeedback isn't handed here",
    },
    {
      is: 'a drawing that names something else so',
      inside: '<ConnectButton.Custom>{({ chain }) => list.map((chain) => chain.name)}</ConnectButton.Custom>',
      says: 'ConnectButton.Custom: the name chain is declared twice',
    },
    {
      is: 'a network at half of the widths',
      inside: "<ConnectButton chainStatus={{ smallScreen: 'icon' }} />",
      says: 'the prop chainStatus',
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
      expect.stringMatching(
        /^ {2}App\.tsx:12 .*\(docs\/moving\/rainbowkit\.md#(buttons-and-hooks|a-button-of-your-own)\)$/,
      ),
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
    { is: 'its wallets whole', more: "import * as wallets from '@rainbow-me/rainbowkit/wallets'" },
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
    {
      is: 'one of its wallets elsewhere',
      more: "import { rainbowWallet } from '@rainbow-me/rainbowkit/wallets'\nconst mine = rainbowWallet",
      line: 6,
    },
    {
      is: 'connectors that are handed on',
      more: "import { connectorsForWallets } from '@rainbow-me/rainbowkit'\nexport const all = connectorsForWallets([], { appName: 'a', projectId: 'b' })",
      line: 6,
    },
    {
      is: 'a sign-in',
      more: "import { createAuthenticationAdapter } from '@rainbow-me/rainbowkit'\nexport const adapter = createAuthenticationAdapter({})",
      line: 6,
    },
  ])('$is', async ({ more, line }) => {
    const { code, after, lines } = await left(page({ more }))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`App.tsx:${line}  `)])
    expect(after).toContain('adapters: [wagmi(config)]')
  })

  test.each([
    'theme',
    "lightTheme({ borderRadius: 'huge' })",
    'darkTheme(dark)',
    'darkTheme({ ...darkTheme.accentColors.teal })',
    "{ lightMode: lightTheme({ accentColor: 'red' }), darkMode: darkTheme() }",
  ])('a theme that has no variables here is kept as a comment: %s', async (theme) => {
    const { code, after, lines } = await left(page({ props: ` theme={${theme}}` }))
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`theme={${theme}} of RainbowKitProvider: write themeMode`)])
    expect(after).toContain('<FoyerProvider foyer={foyer}>')
    expect(after).not.toContain('theme: ')
  })

  test.each([
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

  test.each([
    { theme: 'lightTheme()', has: ["themeMode: 'light'"] },
    { theme: "midnightTheme({ fontStack: 'system', overlayBlur: 'small' })", has: ["themeMode: 'dark'"] },
    {
      theme: "darkTheme({ accentColor: '#a00', accentColorForeground: 'white', borderRadius: 'none' })",
      has: ["themeMode: 'dark'", "themeVariables: { '--w3m-accent': '#a00', '--w3m-border-radius-master': '0px' }"],
    },
    {
      theme: "darkTheme({ ...darkTheme.accentColors.pink, borderRadius: 'large', fontStack: 'rounded' })",
      has: [
        "themeMode: 'dark'",
        `themeVariables: { '--w3m-accent': '#FF7AB8', '--w3m-font-family': 'ui-rounded, "SF Pro Rounded", system-ui, sans-serif' }`,
      ],
    },
    {
      theme: "{ lightMode: lightTheme({ accentColor: '#a00' }), darkMode: darkTheme({ accentColor: '#f88' }) }",
      has: ["themeVariables: { '--w3m-accent': 'light-dark(#a00, #f88)' }"],
    },
  ])('$theme is the kit’s look', async ({ theme, has }) => {
    const { code, after } = await left(
      page({ props: ` theme={${theme}}` }).replace('lightTheme,', 'lightTheme, midnightTheme,'),
    )
    expect(code).toBe(0)
    const [, options = ''] = /connectors: .*\n((?: {2}.*\n)*)\}\)/.exec(after) ?? []
    expect(options.trim().replace(/,$/, '').split(',\n  ')).toEqual(has)
  })

  test('a drawing whose page signs its visitors in is left where it asks for that', async () => {
    const inside =
      '<ConnectButton.Custom>{({ authenticationStatus: is, openConnectModal }) => is ?? openConnectModal}</ConnectButton.Custom>'
    const signIn =
      "import { RainbowKitAuthenticationProvider } from '@rainbow-me/rainbowkit'\nconst Auth = RainbowKitAuthenticationProvider"
    const { lines } = await left(page({ inside, more: signIn }))
    expect(lines).toEqual([
      expect.stringContaining('App.tsx:6  RainbowKitAuthenticationProvider'),
      expect.stringContaining('authenticationStatus is the status of useFoyerSignIn here'),
    ])
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
    expect(await read('foyer.ts')).toBe('mine')
  })
})
