import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { run } from '../run.js'

/** Where the command is run. */
export interface CommandPlace {
  readonly place: () => string
  /** Runs the command; what it printed is one text. */
  readonly move: (...args: string[]) => Promise<{ readonly code: number; readonly printed: string }>
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>
  readonly read: (path: string) => Promise<string>
}

/** A folder for each test, in which the command is run. */
export function commandPlace(): CommandPlace {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrate-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  return {
    place: () => folder,

    async move(...args: string[]) {
      const lines: string[] = []
      const code = await run({ args: [folder, ...args], version: '1.2.0', print: (line) => void lines.push(line) })
      return { code, printed: lines.join('\n') }
    },

    async write(files: Readonly<Record<string, string>>): Promise<void> {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(join(folder, path, '..'), { recursive: true })
        await writeFile(join(folder, path), text)
      }
    },

    read: (path: string) => readFile(join(folder, path), 'utf8'),
  }
}

/** The text of each file below a folder, by its path from there. */
export async function textsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]),
  )
  return Object.fromEntries(texts)
}

/** A page of RainbowKit, which is moved whole but for what is put into it. */
export const page = ({
  more = '',
  props = '',
  inside = '',
  config = '',
}: {
  readonly more?: string | undefined
  readonly props?: string | undefined
  readonly inside?: string | undefined
  readonly config?: string | undefined
} = {}): string => `import '@rainbow-me/rainbowkit/styles.css'
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
