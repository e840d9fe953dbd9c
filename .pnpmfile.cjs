// What a published manifest leaves out: the condition that reads neighbours from their source, and what only this
// workspace needs. The sources themselves aren't published.
const withoutSource = (target) => {
  if (typeof target === 'string') return target
  const { 'foyer-source': _source, ...published } = target
  return published
}

module.exports = {
  hooks: {
    beforePacking({ devDependencies: _dev, scripts: _scripts, ...manifest }) {
      if (!manifest.exports) return manifest
      const entries = Object.entries(manifest.exports).map(([name, target]) => [name, withoutSource(target)])
      return { ...manifest, exports: Object.fromEntries(entries) }
    },
  },
}
