# Findings: `issue-CODE` says what it is, `.effect` what it does to the picture, `.remedy` what to do.
