import { configure } from '@testing-library/react'

// Where a state isn't reached the test fails; where the machine is only busy it waits.
configure({ asyncUtilTimeout: 20_000 })
