import type { NextConfig } from 'next'

/** Nothing has to be set for the kit. */
const config: NextConfig = { reactStrictMode: true }

export default config
