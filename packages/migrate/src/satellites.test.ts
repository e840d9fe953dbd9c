import { describe, expect, test } from 'vitest'
import { commandPlace, page } from './test/place.js'

const { move, write, read } = commandPlace()

const connectKitPage = `import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from 'connectkit'
import { createConfig, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'
const config = createConfig(getDefaultConfig({ walletConnectProjectId: 'id', appName: 'x', chains: [mainnet] }))
export const App = () => <WagmiProvider config={config}><ConnectKitProvider><ConnectKitButton /></ConnectKitProvider></WagmiProvider>
`
const peers = {
  rainbowkit: { app: page(), name: '@rainbow-me/rainbowkit', other: '@rainbow-me/rainbowkit-siwe-next-auth' },
  connectkit: { app: connectKitPage, name: 'connectkit', other: 'connectkit-next-siwe' },
}

describe.each(Object.entries(peers))('what stands on %s', (_is, { app, name, other }) => {
  const manifestOf = (section: string, names: readonly string[]) =>
    `${JSON.stringify({ name: 'x', [section]: Object.fromEntries(names.map((each) => [each, '1'])) }, undefined, 2)}\n`
  const dependencies = async (section = 'dependencies') => JSON.parse(await read('package.json'))[section]

  test('is listed where it is imported, and what it needs stays', async () => {
    const auth = `import { Auth } from '${other}'\nexport const Signed = Auth\n`
    await write({ 'App.tsx': app, 'auth.tsx': auth, 'package.json': manifestOf('dependencies', [name, other]) })
    const { code, printed } = await move()
    expect(code).toBe(1)
    expect(printed).toMatch(new RegExp(`  auth\\.tsx:1  ${other} stands on .*: write siweConfig: createSiweConfig`))
    expect(printed).toMatch(/auth\.tsx:1 .*#signing-in\)/)
    expect(await read('auth.tsx')).toBe(auth)
    expect(await dependencies()).toMatchObject({ [name]: '1', [other]: '1', '@foyer/react': '^1.2.0' })
    expect((await move()).code).toBe(1)
  })

  test.each(['loaded later', 'required', 'exported again'])('%s', async (is) => {
    const code = {
      'loaded later': `export const later = import('${other}')`,
      required: `const old = require('${other}')`,
      'exported again': `export * from '${other}'`,
    }[is]
    await write({ 'App.tsx': app, 'auth.ts': `${code}\n`, 'package.json': manifestOf('dependencies', [name]) })
    const { code: exit, printed } = await move()
    expect([exit, printed]).toEqual([1, expect.stringContaining(`  auth.ts:1  ${other} stands on`)])
    expect(await dependencies()).toMatchObject({ [name]: '1' })
  })

  test('is listed in package.json where nothing imports it', async () => {
    await write({ 'App.tsx': app, 'package.json': manifestOf('dependencies', [name, other]) })
    const { code, printed } = await move()
    expect([code, printed]).toEqual([1, expect.stringMatching(new RegExp(`package\\.json:\\d+ {2}${other} stands on`))])
    expect(await dependencies()).toMatchObject({ [name]: '1', [other]: '1' })
  })

  test('in another section of package.json the kit comes to the peer’s place', async () => {
    await write({ 'App.tsx': app, 'package.json': manifestOf('devDependencies', [name]) })
    expect((await move()).code).toBe(0)
    expect(Object.keys(await dependencies('devDependencies'))).toEqual([
      '@foyer/core',
      '@foyer/evm',
      '@foyer/react',
      '@foyer/walletconnect',
    ])
  })

  test.each([
    { file: 'next.config.js', text: `module.exports = { transpilePackages: ['${name}'] }\n`, line: 1 },
    { file: 'vite.config.ts', text: `export default { chunks: { '${name}': 'kit' } }\n`, line: 1 },
    { file: 'app.css', text: `/* */\n@import '${name}/styles.css';\n`, line: 2 },
    { file: 'intro.mdx', text: `import { Any } from '${name}'\n`, line: 1 },
    { file: 'Old.vue', text: `<script>\nimport { Any } from "${name}"\n</script>\n`, line: 2 },
  ])('a name in $file is listed, and the peer stays for it', async ({ file, text, line }) => {
    await write({ 'App.tsx': app, [file]: text, 'package.json': manifestOf('dependencies', [name]) })
    const { code, printed } = await move()
    expect([code, printed]).toEqual([1, expect.stringContaining(`  ${file}:${line}  `)])
    expect(await read(file)).toBe(text)
    expect(await dependencies()).toMatchObject({ [name]: '1' })
  })
})
