const stroke = 'fill="none" stroke="#fff" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"'

/** Drawings in white, in a square of 80, for ways to connect that are no brand. */
export const glyphs = {
  browser: `<g ${stroke}><rect x="18" y="22" width="44" height="36" rx="7"/><path d="M18 34h44"/></g><g fill="#fff"><circle cx="25.5" cy="28.2" r="2"/><circle cx="32" cy="28.2" r="2"/></g>`,
  qr: `<g ${stroke}><rect x="20" y="20" width="15" height="15" rx="4"/><rect x="45" y="20" width="15" height="15" rx="4"/><rect x="20" y="45" width="15" height="15" rx="4"/></g><g fill="#fff"><rect x="43" y="43" width="6" height="6" rx="1.5"/><rect x="56" y="43" width="6" height="6" rx="1.5"/><rect x="49.5" y="49.5" width="6" height="6" rx="1.5"/><rect x="43" y="56" width="6" height="6" rx="1.5"/><rect x="56" y="56" width="6" height="6" rx="1.5"/></g>`,
  mail: `<g ${stroke}><rect x="17" y="24" width="46" height="33" rx="7"/><path d="M19.5 28.5 36.2 42a6 6 0 0 0 7.6 0l16.7-13.5"/></g>`,
} as const

export type GlyphName = keyof typeof glyphs
