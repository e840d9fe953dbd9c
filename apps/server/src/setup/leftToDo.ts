import * as v from 'valibot'
import type { Settings } from './settingsFor.js'

/** Lists what no program can do for an operator, in the order in which it is done. */
export function leftToDo({
  settings,
  folder,
}: {
  readonly settings: Settings
  readonly folder: string
}): readonly string[] {
  const { nodes, keeper, wallet } = settings
  const [wallets, api] = [nodes.WALLET_ORIGIN ?? '', nodes.PUBLIC_URL ?? '']
  const mails = (file: string, name: string) =>
    `Mail: ${name} in ${folder}/${file}, such as smtps://user:password@mail.example:465.`
  return [
    ...(nodes.SMTP_URL === undefined ? [mails('nodes.env', 'SMTP_URL')] : []),
    ...(keeper.KEEPER_SMTP_URL === undefined
      ? [
          `${mails('keeper.env', 'KEEPER_SMTP_URL')} It is another account than that of the nodes: who reads one has half of what a login takes.`,
        ]
      : []),
    ...(nodes.SMTP_URL !== undefined && nodes.SMTP_URL === keeper.KEEPER_SMTP_URL
      ? [
          'Mail: the nodes and the keeper send from one account. Take two: who reads one has half of what a login takes.',
        ]
      : []),
    `Senders: ${nodes.MAIL_FROM} and ${keeper.KEEPER_MAIL_FROM}. Their domains need SPF, DKIM and DMARC.`,
    ...(nodes.CHAINS === undefined
      ? ['Networks: a file of them as the README of the server has it, then this command again with --chains FILE.']
      : []),
    `Names: a proxy that ends TLS passes ${api} on to 127.0.0.1:${nodes.PORT}, and ${wallets} to 127.0.0.1:${wallet.WALLET_PORT}, with X-Forwarded-For. Nothing else is at the wallet's origin.`,
    ...(hasOrigins(nodes.PROJECTS)
      ? []
      : ['Dapps: this command again with --dapp https://dapp.example, once for each.']),
    ...vouchedIn(nodes.PROJECTS).map(
      (origins) =>
        `Pages you answer for: ${origins}. There the wallet asks within the page, so that whoever puts script into one gets approvals by a hidden press. Take those out of vouchedOrigins in ${folder}/nodes.env that run script of others: there it asks in a window of its own.`,
    ),
    'Copies: LOGIN_KEYS, KEEPER_KEYS and KEEPER_SECRET, apart from each other and from those of the databases. Without them no wallet opens on a new device.',
    `Accounts at providers, if you want them: LOGIN_SOCIALS in ${folder}/nodes.env, KEEPER_SOCIALS in ${folder}/keeper.env.`,
    `Start: the nodes, in apps/server: node --env-file=${folder}/nodes.env dist/main.js · the keeper, in apps/keeper: node --env-file=${folder}/keeper.env dist/main.js · the wallet's page, in apps/wallet: node --env-file=${folder}/wallet.env dist/server/main.js`,
    `The dapp: api: '${api}', secureOrigin: '${wallets}', connectors: [embedded()], and frame-src ${wallets} in its content policy.`,
  ]
}

const hasOrigins = (projects: string | undefined): boolean =>
  projects !== undefined && /"allowedOrigins":\["/.test(projects)

const Vouching = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ vouchedOrigins: v.optional(v.array(v.string()), []) })),
)

/** All that some projects vouch for, in one text; none where that is nothing. */
function vouchedIn(projects: string | undefined): readonly string[] {
  const parsed = v.safeParse(Vouching, projects)
  const origins = parsed.success ? parsed.output.flatMap(({ vouchedOrigins }) => vouchedOrigins) : []
  return origins.length === 0 ? [] : [[...new Set(origins)].join(', ')]
}
