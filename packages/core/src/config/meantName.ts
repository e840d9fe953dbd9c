/** Names that other kits have for what is called otherwise here. */
const elsewhere: Readonly<Record<string, string>> = {
  appdescription: 'metadata',
  appicon: 'metadata',
  appname: 'metadata',
  appurl: 'metadata',
  chain: 'defaultNetwork',
  chains: 'networks',
  defaultchain: 'defaultNetwork',
  initialchain: 'defaultNetwork',
  language: 'locale',
  mode: 'themeMode',
  server: 'api',
  theme: 'themeMode',
  walletconnectprojectid: 'projectId',
  wallets: 'connectors',
}

/**
 * The known name that another was meant to be: by capitals, by a slip or two of the pen, or by what other kits call it.
 * @example meantName('netwroks', ['networks']) // 'networks'
 */
export function meantName(name: string, known: readonly string[]): string | undefined {
  const plain = plainOf(name)
  const ranked = known
    .map((each) => ({ each, slips: slipsBetween(plain, plainOf(each)) }))
    .sort((a, b) => a.slips - b.slips)
  const [nearest] = ranked
  if (nearest && nearest.slips <= Math.max(1, Math.floor(plain.length / 4))) return nearest.each
  const other = elsewhere[plain]
  return other !== undefined && known.includes(other) ? other : undefined
}

const plainOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters were left out, added, replaced or swapped with their neighbour (the distance of Damerau and Levenshtein). */
function slipsBetween(from: string, to: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwap ? at(before, j - 2) + 1 : replaced
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1))
    }
    before = row
    row = next
  }
  return at(row, to.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0
