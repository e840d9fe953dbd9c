/** How a host finds the mailbox of an address, beyond a tag after `+`. */
interface MailHost {
  /** the one of its names that mailboxes are counted by, where it has several */
  readonly counted: string
  /** Writes a mailbox's name as the host reads it. */
  readonly nameOf: (name: string) => string
}

const asItStands = (name: string) => name
/** Names are the same with and without these; one that is nothing else stays as it is. */
const without = (left: RegExp) => (name: string) => name.replaceAll(left, '') || name

/** Rules that the hosts state of their own mailboxes: Gmail, iCloud, Proton and Yandex. */
const hosts: readonly (readonly [names: readonly string[], host: MailHost])[] = [
  [['gmail.com', 'googlemail.com'], { counted: 'gmail.com', nameOf: without(/\./g) }],
  [['icloud.com', 'me.com', 'mac.com'], { counted: 'icloud.com', nameOf: asItStands }],
  [['proton.me', 'pm.me', 'protonmail.com', 'protonmail.ch'], { counted: 'proton.me', nameOf: without(/[._-]/g) }],
  [
    [
      ...['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.uz', 'yandex.com.tr'],
      ...['yandex.az', 'yandex.com.am', 'yandex.com.ge', 'yandex.co.il', 'yandex.ee', 'yandex.fr', 'yandex.kg'],
      ...['yandex.lt', 'yandex.lv', 'yandex.md', 'yandex.tj', 'yandex.tm', 'narod.ru'],
    ],
    { counted: 'yandex.ru', nameOf: (name) => name.replaceAll('.', '-') },
  ],
]
const hostByName = new Map(hosts.flatMap(([names, host]) => names.map((name) => [name, host] as const)))

/** At Fastmail, `shop@ada.fastmail.com` lies in the mailbox of `ada@fastmail.com`. */
const fastmailHost = /^([^.]+)\.(fastmail\.(?:com|fm))$/

/**
 * Whose budget takes what is sent to an address. One mailbox has many addresses: at most hosts what comes to `ada+shop@…` lies with `ada@…`, and Gmail reads no dots;
 * by each of them it would be sent as much again. It names no one: who has the one address is another person than who has the other, so that it is never compared
 * where it counts who someone is. A host whose rules aren't known has its addresses counted one by one but for tags; two mailboxes that are taken for one share a budget.
 *
 * @param address - as `personOf` writes it, or with the word before it that makes it a person
 * @example mailboxOf('email:a.da+shop@googlemail.com') // 'email:ada@gmail.com'
 */
export function mailboxOf(address: string): string {
  const parts = /^((?:email:)?)([^@]+)@([^@]+)$/.exec(address)
  if (parts === null) return address
  const [, before = '', written = '', at = ''] = parts
  const own = fastmailHost.exec(at)
  if (own !== null) return `${before}${own[1]}@${own[2]}`
  // A name that begins with the sign has no other before it.
  const name = written.replace(/^([^+]+)\+.*$/, '$1')
  const host = hostByName.get(at)
  return `${before}${host?.nameOf(name) ?? name}@${host?.counted ?? at}`
}
