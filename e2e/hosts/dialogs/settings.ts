/** Whose dialog, scrolling or keys the page has. */
export const libraries = [
  'radix',
  'mui',
  'headlessUi',
  'baseUi',
  'reactAria',
  'vaul',
  'floatingUi',
  'native',
  'plain',
  'lenis',
] as const

export type Library = (typeof libraries)[number]

/** What a test passes to the page. */
export interface DialogSettings {
  readonly library: Library
  readonly chain: { readonly id: number; readonly name: string; readonly url: string }
}
