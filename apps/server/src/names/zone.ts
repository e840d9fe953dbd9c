/** The domain below which a server gives names. */
export interface Zone {
  /** Such as `foyer.id`. */
  readonly name: string
  /** Whether a zone that a client asks for is this one, under its own name or another that it is known by. */
  is(zone: string): boolean
  /** @returns the part before the zone, which may hold dots; null for a name outside the zone, and for the zone itself */
  labelOf(name: string): string | null
  /** The whole name, under the zone's own name unless a client asks for it under another that it is known by. */
  nameOf(label: string, asked?: string): string
}

/**
 * @param options.aliases - other domains whose names are this zone's, such as those that clients have built in
 * @example createZone({ name: 'foyer.id', aliases: ['reown.id'] }).labelOf('alice.reown.id') // 'alice'
 */
export function createZone({ name, aliases }: { name: string; aliases: readonly string[] }): Zone {
  const all = [name, ...aliases]
  return {
    name,
    is: (zone) => all.includes(zone),
    labelOf(full) {
      const suffix = all.map((each) => `.${each}`).find((each) => full.endsWith(each))
      const label = suffix === undefined ? '' : full.slice(0, -suffix.length)
      return label === '' ? null : label
    },
    nameOf: (label, asked = name) => `${label}.${asked}`,
  }
}
