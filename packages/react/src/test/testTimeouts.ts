import { configure } from '@testing-library/react'

// A busy machine needs longer than Testing Library's default of one second.
configure({ asyncUtilTimeout: 20_000 })
