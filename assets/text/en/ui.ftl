# Words of the window. One id per label; `-tip` is its tooltip.
app-name = rigscope
