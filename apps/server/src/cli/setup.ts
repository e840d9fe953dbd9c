import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Command } from '@foyer/service/cli/command'
import { UsageError } from '@foyer/service/cli/command'
import { meantWord } from '@foyer/service/cli/meantWord'
import { systemClock } from '@foyer/service/clock'
import * as v from 'valibot'
import { ChainsConfig } from '../chains/chainsConfig.js'
import { Environment } from '../config/environment.js'
import { readPart } from '../config/readPart.js'
import { isOriginPattern } from '../projects/origins.js'
import { ProjectId } from '../projects/project.js'
import type { Said } from '../setup/settingsFor.js'
import { setUp } from '../setup/setUp.js'

const { PUBLIC_URL, WALLET_ORIGIN, SMTP_URL, MAIL_FROM, DATABASE_URL } = Environment.entries

const Dapp = v.pipe(v.string(), v.check(isOriginPattern, 'must be an origin such as "https://dapp.example"'))

/** Each option, and how it is written. */
const forms = {
  wallet: WALLET_ORIGIN,
  'public-url': PUBLIC_URL,
  project: ProjectId,
  dapp: v.optional(v.array(Dapp), []),
  chains: v.string(),
  postgres: DATABASE_URL,
  smtp: SMTP_URL,
  'mail-from': MAIL_FROM,
  'keeper-smtp': SMTP_URL,
  'keeper-mail-from': MAIL_FROM,
} as const
const names = Object.keys(forms)
const Options = v.partial(v.object(forms))

/** Makes keys, databases and settings of nodes, keeper and wallet on one machine. */
export const setup: Command = {
  name: 'setup',
  usage:
    'FOLDER --wallet ORIGIN --public-url URL [--dapp ORIGIN]… [--project ID] [--chains FILE] [--postgres URL] [--smtp URL] [--mail-from SENDER] [--keeper-smtp URL] [--keeper-mail-from SENDER]',
  summary:
    'Makes keys, databases and settings of nodes, keeper and wallet on one machine, and says what is left to do. Again, it keeps what is there and adds what is said.',
  async run({ args, print }) {
    const { folder, options } = readWords(args)
    const { chains: file, dapp: dapps = [], ...others } = options
    const said: Said = {
      ...{ dapps, walletOrigin: others.wallet, publicUrl: others['public-url'], project: others.project },
      ...{ postgres: others.postgres, smtp: others.smtp, mailFrom: others['mail-from'] },
      ...{ keeperSmtp: others['keeper-smtp'], keeperMailFrom: others['keeper-mail-from'] },
      networks: file === undefined ? undefined : await networksIn(resolve(file)),
    }
    const { files, left } = await setUp({ folder: resolve(folder), said, now: new Date(systemClock.now()) })
    for (const { path, changed } of files)
      print(`${path}: ${changed.length === 0 ? 'as it was' : `wrote ${changed.join(', ')}`}\n`)
    print(`\nLeft to do:\n${left.map((each, index) => `${index + 1}. ${each}\n`).join('')}`)
    return 0
  },
}

function readWords(args: readonly string[]): {
  readonly folder: string
  readonly options: v.InferOutput<typeof Options>
} {
  const { positionals, values } = wordsOf(args)
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new UsageError('setup needs one folder, where settings are kept.')
  const parsed = v.safeParse(Options, values)
  if (parsed.success) return { folder, options: parsed.output }
  const [issue] = parsed.issues
  throw new UsageError(`--${(v.getDotPath(issue) ?? '').replace(/\.\d+$/, '')} ${issue.message}.`)
}

function wordsOf(args: readonly string[]) {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'string', multiple: name === 'dapp' } as const] as const),
  )
  for (const arg of args) {
    const [, said] = /^--([^=]*)/.exec(arg) ?? []
    if (said !== undefined && !names.includes(said))
      throw new UsageError(`There is no option --${said}. ${meantWord(said, names)}`)
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new UsageError('Each option of setup is followed by its value.')
  }
}

/** The path of a file of networks. @throws UsageError that says what is wrong in it */
async function networksIn(path: string): Promise<string> {
  const problems: string[] = []
  const chains = await readPart({
    ...{ name: '--chains', schema: ChainsConfig, problems },
    text: () => readFile(path, 'utf8'),
  })
  if (chains === undefined) throw new UsageError(problems.join('\n'))
  return path
}
