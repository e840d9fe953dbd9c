/** The sign of a currency, such as `$`; its code where it has none. The same in every language, as amounts are. */
export function currencySign(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0)
    return parts.find(({ type }) => type === 'currency')?.value ?? currency
  } catch (error) {
    // Three letters are what a currency has; a server may say another thing.
    if (error instanceof RangeError) return currency
    throw error
  }
}
