/** What a view takes that needs nothing. Apart from the list of views, which every room adds its own to. */
export type NoParams = Readonly<Record<never, never>>
