/** Is a wallet among the excluded: by directory id, connector id or rdns exactly, by name whatever its case [S6.8]? */
export function isExcluded(
  { id, name, rdns }: { readonly id: string; readonly name: string; readonly rdns?: string | null | undefined },
  excluded: readonly string[],
): boolean {
  return excluded.some((each) => each === id || each === rdns || each.toLowerCase() === name.toLowerCase())
}
